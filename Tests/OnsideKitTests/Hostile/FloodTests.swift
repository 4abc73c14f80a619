import OnsideKit
import WebTestSupport
import XCTest

/// Pages that ask for more than a person can answer.
@MainActor final class FloodTests: XCTestCase {
  func testSoManyPurchasesWaitAndTheOthersAreRejected() async throws {
    let page = try await OnsidePage.opened()
    try await page.app.client.requestLogin()
    try await page.run("onside.shouldContinueTransaction = () => new Promise(() => {})")
    try await page.loadProducts()
    let told = try await page.run(
      """
      const all = await Promise.allSettled(
        Array.from({ length: 1000 }, () => onside.purchase({ productIdentifier: "coins" })));
      const codes = all.filter(({ status }) => status === "rejected").map(({ reason }) => reason.code);
      return codes.length + " " + new Set(codes).size + " " + codes[0];
      """)
    XCTAssertEqual(told, "984 1 tooLarge")
    XCTAssertEqual(page.app.client.queue.transactions.count, 16)
  }

  func testSoManyRestoresWaitAndTheOthersAreRejected() async throws {
    let page = try await OnsidePage.opened()
    try await page.app.client.requestLogin()
    let told = try await page.run(
      """
      let ends = 0;
      onside.onRestoreCompletedTransactionsFinished = () => { ends += 1; };
      const all = await Promise.allSettled(
        Array.from({ length: 1000 }, () => onside.restoreCompletedTransactions()));
      const begun = all.filter(({ status }) => status === "fulfilled").length;
      await until(() => ends === begun);
      return (begun < 1000) + " " + all.filter(({ reason }) => reason && reason.code !== "tooLarge").length;
      """)
    XCTAssertEqual(told, "true 0")
  }
}
