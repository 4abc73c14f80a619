import OnsideKit
import CausewayTesting
import WebTestSupport
import XCTest

/// `shouldContinueTransaction`, in cases that Onside's documents do not define (docs/onside-rules.md, onside-6.4).
@MainActor final class GateTests: XCTestCase {
  private func expectPaid(_ page: OnsidePage, _ comment: String) async throws {
    try await eventually("the sheet: \(comment)") { page.app.screens.shown.last == .payment }
  }

  func testAnyAnswerOtherThanFalseContinuesTheTransaction() async throws {
    for gate in [
      "() => {}", "() => 0", "() => null", "() => 'false'", "async () => {}", "() => ({})", "() => new Boolean(false)",
      "() => { throw new Error('mine'); }", "async () => { throw new Error('mine'); }",
      "() => ({ then() { throw new Error('mine'); } })", "undefined", "null", "7",
    ] {
      let page = try await OnsidePage.opened()
      try await page.run("onside.shouldContinueTransaction = \(gate)")
      try await page.buy()
      try await expectPaid(page, gate)
      let lines = try await page.run("await settled(); return lines.join()")
      XCTAssertEqual(
        lines, gate.contains("mine") ? "error: onside: shouldContinueTransaction failed: Error: mine" : "", gate)
    }
  }

  func testShouldContinueTransactionAfterLoginIsNeverCalled() async throws {
    let page = try await OnsidePage.opened()
    try await page.run(
      """
      window.asked = [];
      listen("onTransactionsUpdated");
      onside.shouldContinueTransactionAfterLogin = () => { asked.push("after the login"); return false; };
      """)
    try await page.buy()
    try await page.run("await until(() => states().split('purchased').length > 1)")
    page.app.client.logout()
    try await page.run("onside.shouldContinueTransaction = () => { asked.push('each'); return true; }")
    try await page.buy()
    try await page.run("await until(() => states().split('purchased').length > 2)")
    let asked = try await page.run("return asked.join()")
    XCTAssertEqual(asked, "each")
    XCTAssertEqual(page.app.screens.shown, [.login, .payment, .login, .payment])
  }

  func testADocumentThatIsNotInitializedIsNotAsked() async throws {
    let page = try await OnsidePage.opened()
    try await page.app.client.requestLogin()
    try await page.load(isInitialized: false)
    try await page.run("window.asked = 0; onside.shouldContinueTransaction = () => { asked += 1; return false; }")
    let product = page.app.store.catalog[0]
    try await page.app.client.queue.enqueue(OnsidePayment(product: product))
    try await expectPaid(page, "not initialized")
    let asked = try await page.run("return asked")
    XCTAssertEqual(asked, "0")
  }

  func testATransactionIsReportedBeforeThePageIsAskedAboutIt() async throws {
    let page = try await OnsidePage.opened()
    try await page.run(
      """
      window.order = [];
      onside.onTransactionsUpdated = (all) => order.push(...all.map((each) => each.transactionState));
      onside.shouldContinueTransaction = () => { order.push("asked"); return true; };
      """)
    for _ in 0..<10 { try await page.buy() }
    try await page.run("await until(() => order.filter((each) => each === 'purchased').length === 10)")
    let order = try await page.run(
      """
      let told = 0;
      let asked = 0;
      for (const each of order) {
        if (each === "purchasing") told += 1;
        if (each === "asked" && ++asked > told) return "asked too early: " + order;
      }
      return asked + " asked";
      """)
    XCTAssertEqual(order, "10 asked")
  }

  /// Returns a page whose `shouldContinueTransaction` answers when the test calls `decide`.
  private func undecided(_ app: OnsideApp? = nil) async throws -> OnsidePage {
    let page = try await OnsidePage.opened(app: app)
    try await page.run(
      """
      window.asked = [];
      onside.shouldContinueTransaction = ({ transaction }) => {
        asked.push(transaction.id);
        return new Promise((resolve) => { window.decide = resolve; });
      };
      listen("onTransactionsUpdated", "onTransactionsRemoved");
      """)
    try await page.buy()
    try await page.run("await until(() => asked.length)")
    return page
  }

  func testALateFalseStillCancelsTheTransaction() async throws {
    let clock = ManualClock()
    let page = try await undecided(OnsideApp(clock: clock))
    for _ in 0..<3 {
      for each in [page.clock, clock] { each.advance(by: .seconds(86_400)) }
      _ = try await page.call("getTransactions()")
      XCTAssertEqual(page.app.screens.shown, [.login])
    }
    let told = try await page.run(
      """
      decide(false);
      await until(() => heard.some(([name]) => name === "onTransactionsRemoved"));
      return states();
      """)
    XCTAssertEqual(told, "purchasing")
    XCTAssertEqual(page.app.screens.shown, [.login])
  }

  func testALateTrueStillContinuesTheTransaction() async throws {
    let page = try await undecided()
    page.clock.advance(by: .seconds(86_400))
    _ = try await page.call("getTransactions()")
    XCTAssertEqual(page.app.screens.shown, [.login])
    try await page.run("decide(true)")
    try await expectPaid(page, "after a day")
  }

  func testTheEndOfATransactionEndsTheQuestionAboutIt() async throws {
    for (end, states) in [("await onside.finishTransaction(asked[0])", "purchasing"), ("onside.logout()", "failed")] {
      let page = try await undecided()
      try await page.run(
        end
          + "; await until(() => heard.some(([name]) => name === 'onTransactionsRemoved') || states().includes('failed'))"
      )
      // The transaction of this question has ended, so the answer must have no effect. The page must still be asked
      // about the next transaction.
      try await page.run("decide(true)")
      try await page.buy()
      let told = try await page.run("await until(() => asked.length === 2); return states()")
      XCTAssertTrue(told.contains(states), told)
      XCTAssertFalse(page.app.screens.shown.contains(.payment), end)
    }
  }

  func testAPageThatGoesAwayWhileItIsAskedCountsAsTrue() async throws {
    let page = try await OnsidePage.opened()
    try await page.run("onside.shouldContinueTransaction = () => new Promise(() => { window.asked = true; })")
    try await page.buy()
    try await page.run("await until(() => window.asked)")
    try await page.load()
    try await expectPaid(page, "gone")
  }

  func testFalseIsReportedAsRemovedAndNeverAsFailed() async throws {
    let page = try await OnsidePage.opened()
    try await page.run(
      "listen('onTransactionsUpdated', 'onTransactionsRemoved'); onside.shouldContinueTransaction = () => false")
    try await page.buy()
    try await page.run("await until(() => heard.some(([name]) => name === 'onTransactionsRemoved'))")
    let told = try await page.run("await onside.getTransactions(); return states()")
    XCTAssertEqual(told, "purchasing")
  }

  func testAQuestionIsNotKeptForALaterHandler() async throws {
    let page = try await OnsidePage.opened()
    try await page.buy()
    try await expectPaid(page, "no handler")
    let told = try await page.run(
      """
      let asked = 0;
      onside.shouldContinueTransaction = () => { asked += 1; return false; };
      await onside.getTransactions();
      await onside.getTransactions();
      return asked;
      """)
    XCTAssertEqual(told, "0")
  }

  func testThePageIsNotAskedAboutRestoredTransactions() async throws {
    let page = try await OnsidePage.opened()
    page.app.store.past = [OnsideOrder(id: "order", product: page.app.store.catalog[0])]
    let told = try await page.run(
      """
      let asked = 0;
      onside.shouldContinueTransaction = () => { asked += 1; return false; };
      listen("onRestoreCompletedTransactionsFinished");
      await onside.restoreCompletedTransactions();
      await until(() => heard.length);
      return asked + " " + (await onside.getTransactions()).length;
      """)
    XCTAssertEqual(told, "0 1")
  }

  func testEveryPageIsAskedOnceAtTheSameTimeAndAnyFalseCancels() async throws {
    let app = try OnsideApp()
    let pages = [try await OnsidePage.opened(app: app), try await OnsidePage.opened(app: app)]
    try await pages[0].run(
      "window.asked = 0; onside.shouldContinueTransaction = () => { asked += 1; return new Promise(() => {}); }")
    try await pages[1].run(
      """
      window.asked = 0;
      onside.shouldContinueTransaction = () => { asked += 1; return new Promise((resolve) => { window.decide = resolve; }); };
      listen("onTransactionsRemoved");
      """)
    try await pages[0].buy()
    for page in pages { try await page.run("await until(() => window.asked)") }
    try await pages[1].run("decide(false); await until(() => heard.length)")
    for page in pages {
      let asked = try await page.run("return asked")
      XCTAssertEqual(asked, "1")
    }
    XCTAssertEqual(app.screens.shown, [.login])
  }

  func testTwoPagesAndTheAppSeeTheSameTransactionsAndEachPageIsNotifiedOnce() async throws {
    let app = try OnsideApp()
    let pages = [try await OnsidePage.opened(app: app), try await OnsidePage.opened(app: app)]
    for page in pages { try await page.run("listen('onTransactionsUpdated')") }
    try await app.client.queue.enqueue(OnsidePayment(product: app.store.catalog[0]))
    try await pages[0].buy()
    try await eventually("both are paid") {
      app.client.queue.transactions.map(\.transactionState) == [.purchased, .purchased]
    }
    let ids = app.client.queue.transactions.map(\.id.uuidString).joined(separator: ",")
    for page in pages {
      try await page.run("await until(() => states().split('purchased').length === 3)")
      let seen = try await page.run("return (await onside.getTransactions()).map(({ id }) => id).join()")
      XCTAssertEqual(seen, ids)
      let told = try await page.run("return states().split(',').sort().join()")
      XCTAssertEqual(told, "purchased,purchased,purchasing,purchasing")
    }
  }
}
