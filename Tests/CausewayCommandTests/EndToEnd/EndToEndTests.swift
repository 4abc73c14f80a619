#if os(Linux)
import Foundation
import OnsideMerchant
import XCTest

/// A purchase from end to end: the page, the payment sheet, the sandbox order, the signed history, the publisher's
/// backend, the Merchant API, the ledger, and the page again.
@MainActor final class EndToEndTests: XCTestCase {
  private let archive = Newsstand.archive
  private let daily = Newsstand.daily

  func testAPurchaseOpensAnArticleAndARefundLocksIt() async throws {
    let newsstand = try await Newsstand()
    let page = try newsstand.open(
      """
      await opened();
      const seen = [state(), stand("\(archive)"), String(isReadable("\(archive)"))];
      buy("\(archive)");
      await until(() => stand("\(archive)") === "open" && !control("check").hasAttribute("aria-busy"));
      seen.push(state(), stand("\(archive)"), String(isReadable("\(archive)")), stand("\(daily)"), stations());
      seen.push(await unfinished(0));
      console.log("the archive is open");
      while (stand("\(archive)") === "open") await checkAgain();
      seen.push(state(), stand("\(archive)"), String(isReadable("\(archive)")), stations());
      return seen;
      """)
    for await line in page.lines where line.contains("the archive is open") {
      let orders = try await newsstand.orders()
      XCTAssertEqual(orders.count, 1)
      for order in orders { try await newsstand.refund(order) }
    }
    let result = try await page.result()
    XCTAssertEqual(result.code, 0, result.error)
    XCTAssertEqual(
      try Newsstand.strings(result.output),
      [
        "loggedOut", "locked", "false",
        "bought", "open", "true", "locked", "done done done done done done", "0 unfinished",
        "refunded", "refunded", "false", "done done done done done done",
      ])

    let (order, evidence) = try await closeAndReadLedger(newsstand)
    XCTAssertEqual(evidence.filter { $0.outcome == .granted }.map(\.orderID), [order], "Not granted exactly once")
    XCTAssertEqual(evidence.last?.outcome, .revoked)
    XCTAssertEqual(Set(evidence.map(\.customer)), ["reader.ada"])
  }

  func testPurchasesAndRefundsAreKnownWhenThePageIsOpenedAgain() async throws {
    let newsstand = try await Newsstand(confirm: "new")
    let bought = try await newsstand.read(
      """
      await opened();
      for (const product of ["\(archive)", "\(daily)"]) {
        buy(product);
        await until(() => stand(product) === "open" && !control("check").hasAttribute("aria-busy"));
      }
      return [state()];
      """)
    XCTAssertEqual(bought, ["bought"])
    let look = "await opened(); return [state(), stand(\"\(archive)\"), stand(\"\(daily)\")];"
    let again = try await newsstand.read(look)
    XCTAssertEqual(again, ["bought", "open", "open"])
    for order in try await newsstand.orders() { try await newsstand.refund(order) }
    let refunded = try await newsstand.read(look)
    XCTAssertEqual(refunded, ["refunded", "refunded", "refunded"])
    _ = try await newsstand.close()
  }

  func testAPurchaseOfOneReaderDoesNotOpenTheArticleForAnother() async throws {
    let newsstand = try await Newsstand()
    let seen = try await newsstand.read(
      """
      await opened();
      buy("\(archive)");
      await until(() => stand("\(archive)") === "open" && !control("check").hasAttribute("aria-busy"));
      control("reader").selectedIndex = 1;
      control("reader").dispatchEvent(new Event("change"));
      await until(() => state() === "another");
      const other = stand("\(archive)");
      control("reader").selectedIndex = 0;
      control("reader").dispatchEvent(new Event("change"));
      await until(() => state() === "bought");
      return [other, stand("\(archive)")];
      """)
    XCTAssertEqual(seen, ["another", "open"])
    _ = try await newsstand.close()
  }

  func testAnExpiredSubscriptionLocksItsArticle() async throws {
    let newsstand = try await Newsstand()
    let page = try newsstand.open(
      """
      await opened();
      buy("\(daily)");
      await until(() => stand("\(daily)") === "open" && !control("check").hasAttribute("aria-busy"));
      const seen = [article("\(daily)").querySelector(".badge").textContent.split(" until ")[0]];
      console.log("the daily is open");
      while (stand("\(daily)") === "open") await checkAgain();
      return [...seen, state(), stand("\(daily)"), String(isReadable("\(daily)"))];
      """)
    for await line in page.lines where line.contains("the daily is open") {
      let sandbox = newsstand.store.appendingPathComponent("sandbox")
      for order in try await newsstand.orders() {
        let cancel = sandbox.appendingPathComponent("subscriptions/\(order)/cancel")
        let (status, _) = try await newsstand.send("POST", cancel)
        XCTAssertEqual(status, 204)
      }
      let (status, _) = try await newsstand.send(
        "POST", sandbox.appendingPathComponent("clock"), #"{"advance_seconds": 4000000}"#)
      XCTAssertEqual(status, 200)
    }
    let result = try await page.result()
    XCTAssertEqual(result.code, 0, result.error)
    XCTAssertEqual(try Newsstand.strings(result.output), ["Yours", "expired", "expired", "false"])
    _ = try await newsstand.close()
  }

  func testAPurchaseWaitsForABackendThatCannotConfirmItAndOpensLater() async throws {
    let newsstand = try await Newsstand()
    let failures = newsstand.store.appendingPathComponent("sandbox/failures")
    let down = #"{"failures": [{"operation": "purchaseHistory", "kind": "unavailable"}]}"#
    let (status, _) = try await newsstand.send("PUT", failures, down)
    XCTAssertEqual(status, 204)
    let page = try newsstand.open(
      """
      await opened();
      buy("\(archive)");
      await until(() => state() === "refused");
      const seen = [stand("\(archive)"), station("merchant"), await unfinished(1)];
      console.log("the purchase waits");
      while (stand("\(archive)") !== "open") await checkAgain();
      await until(() => !control("check").hasAttribute("aria-busy"));
      return [...seen, stand("\(archive)"), await unfinished(0)];
      """)
    for await line in page.lines where line.contains("the purchase waits") {
      let (status, _) = try await newsstand.send("PUT", failures, #"{"failures": []}"#)
      XCTAssertEqual(status, 204)
    }
    let result = try await page.result()
    XCTAssertEqual(result.code, 0, result.error)
    XCTAssertEqual(
      try Newsstand.strings(result.output), ["checking", "refused", "1 unfinished", "open", "0 unfinished"])
    _ = try await newsstand.close()
  }

  /// Stops both servers. Returns the only order, and all evidence in the ledger.
  private func closeAndReadLedger(_ newsstand: Newsstand) async throws -> (order: UUID, evidence: [LedgerEvidence]) {
    let orders = try await newsstand.orders()
    let (store, backend) = try await newsstand.close()
    XCTAssertEqual(store.code, 0, store.error)
    XCTAssertEqual(backend.code, 0, backend.error)
    let order = try XCTUnwrap(orders.first.flatMap(UUID.init))
    let ledger = try SQLiteLedger(file: URL(fileURLWithPath: newsstand.folder.path("ledger.sqlite")))
    let evidence = try await ledger.evidence(of: order)
    await ledger.close()
    return (order, evidence)
  }
}
#endif
