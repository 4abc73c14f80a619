import OnsideKit
import CausewayTesting
import WebTestSupport
import XCTest

/// Pages that make more requests than a user can answer.
@MainActor final class FloodTests: XCTestCase {
  func testAtMostSixteenPurchasesWaitAndTheOthersAreRejected() async throws {
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

  func testAfterThreeDismissedLoginsInARowTheNextAreLoginDiscardedWithoutAScreenForFiveSeconds() async throws {
    let clock = ManualClock()
    let page = try await OnsidePage.opened(app: OnsideApp(clock: clock))
    page.app.screens.dismissesLogin = true
    try await page.loadProducts()
    for _ in 0..<3 {
      let told = try await page.call("requestLogin()")
      XCTAssertEqual(told, #"error {"loginDiscarded":{}}"#)
    }
    for call in [
      "requestLogin()", "purchase({ productIdentifier: 'coins' })", "restoreCompletedTransactions()",
      "presentPaymentMethodsManager()",
    ] {
      let told = try await page.call(call)
      XCTAssertEqual(told, #"error {"loginDiscarded":{}}"#, call)
    }
    XCTAssertEqual(page.app.screens.shown, [.login, .login, .login])
    page.app.screens.dismissesLogin = false
    clock.advance(by: .milliseconds(4_999))
    for _ in 0..<20 { _ = try await page.call("requestLogin()") }
    XCTAssertEqual(page.app.screens.shown.count, 3)
    clock.advance(by: .milliseconds(1))
    // The pause ends only in a later turn of the main actor, so the loop repeats the call.
    for _ in 0..<100 where page.app.screens.shown.count < 4 { _ = try await page.call("requestLogin()") }
    XCTAssertEqual(page.app.screens.shown.count, 4)
  }

  func testAfterThreeDismissedPaymentsInARowTheNextFailAsCancelledWithoutAScreenForFiveSeconds() async throws {
    let clock = ManualClock()
    let page = try await OnsidePage.opened(app: OnsideApp(clock: clock))
    page.app.screens.paymentError = .cancelled
    try await page.run("listen('onTransactionsUpdated')")
    func buy(_ count: Int) async throws {
      try await page.buy()
      try await page.run("await until(() => states().split('failed').length > \(count))")
    }
    for count in 1...4 { try await buy(count) }
    XCTAssertEqual(page.app.screens.shown, [.login, .payment, .payment, .payment])
    let told = try await page.run(
      "return heard.map(([, [{ error }]]) => error).filter(Boolean).map((error) => JSON.stringify(error)).join()")
    XCTAssertEqual(told, Array(repeating: #"{"cancelled":{}}"#, count: 4).joined(separator: ","))
    clock.advance(by: .milliseconds(4_999))
    for count in 5..<10 { try await buy(count) }
    XCTAssertEqual(page.app.screens.shown.count, 4)
    clock.advance(by: .milliseconds(1))
    // The pause ends only in a later turn of the main actor, so the loop repeats the purchase.
    for count in 10..<100 where page.app.screens.shown.count < 5 { try await buy(count) }
    XCTAssertEqual(page.app.screens.shown, [.login, .payment, .payment, .payment, .payment])
  }

  func testRestoresBeyondTheLimitAreRejected() async throws {
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
      return (begun >= 16 && begun < 1000) + " " + all.filter(({ reason }) => reason && reason.code !== "tooLarge").length;
      """)
    XCTAssertEqual(told, "true 0")
  }
}
