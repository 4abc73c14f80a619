#if os(Linux)
import CWebKitGTK
import CausewayGTK
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// Payment sheets in real windows, answered with their real buttons.
final class PaymentWindowTests: XCTestCase {
  @MainActor private static var timers = HandTimers()

  @MainActor private func interface() throws -> WindowInterface {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    return WindowInterface(openDisplay: GLibMainLoop.start, startTimer: Self.timers.start)
  }

  /// What a sheet was answered with; nil for an approval.
  private typealias Answer = OnsidePaymentTransactionError?

  @MainActor private func present(_ sheet: OnsidePaymentSheet, by interface: WindowInterface) -> Task<Answer, Never> {
    Task {
      do throws(OnsidePaymentTransactionError) {
        try await interface.presentPayment(sheet)
        return nil
      } catch {
        return error
      }
    }
  }

  /// The window of a sheet, once it is painted.
  @MainActor private func window(
    of sheet: OnsidePaymentSheet, by interface: WindowInterface
  ) async throws -> PaymentWindow {
    try await eventually("the sheet is painted") {
      interface.payment?.sheet == sheet && interface.payment?.dialog.isSeen == true
    }
    return try XCTUnwrap(interface.payment)
  }

  @MainActor private func approve(_ window: PaymentWindow) throws {
    Self.timers.fire()
    OnScreen.press(try XCTUnwrap(window.pay))
  }

  // MARK: What it shows

  @MainActor func testItShowsWhatIsBoughtForHowMuchWhereAndForWhom() async throws {
    try GLibMainLoop.start()
    let window = PaymentWindow(Samples.sheet(Samples.subscription), startTimer: HandTimers().start)
    defer { window.dialog.close() }
    let words = PaymentWords(window.sheet)
    let texts = OnScreen.texts(in: window.dialog.widget)
    for text in [
      "Newsroom Pro", "All articles.", words.price, "every month", words.introduction, words.discount, words.country,
      "every month, until you cancel", "Asked by", "https://shop.example", "Start free trial", "Cancel",
    ] {
      XCTAssertTrue(texts.contains(try XCTUnwrap(text)), "\(text ?? "") is missing in \(texts)")
    }
  }

  @MainActor func testNobodyIsNamedIfTheAppAsks() async throws {
    try GLibMainLoop.start()
    let window = PaymentWindow(Samples.sheet(asker: nil), startTimer: HandTimers().start)
    defer { window.dialog.close() }
    XCTAssertFalse(OnScreen.texts(in: window.dialog.widget).contains("Asked by"))
  }

  @MainActor func testTextsAreNeverMarkupAndNeverCut() async throws {
    try GLibMainLoop.start()
    var sheet = Samples.sheet(asker: "https://" + String(repeating: "very-long.", count: 20) + "evil.example")
    sheet.product.localizedTitle = "<b>Free</b>\u{202E}"
    let window = PaymentWindow(sheet, startTimer: HandTimers().start)
    defer { window.dialog.close() }
    let labels = OnScreen.labels(in: window.dialog.widget)
    XCTAssertTrue(labels.allSatisfy { gtk_label_get_use_markup($0.opaque) == 0 })
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains("<b>Free</b>⟨U+202E⟩"))
    let origin = try XCTUnwrap(
      labels.first { String(cString: gtk_label_get_text($0.opaque)) == sheet.asker }, "The origin is missing")
    XCTAssertEqual(gtk_label_get_ellipsize(origin.opaque), PANGO_ELLIPSIZE_NONE)
    XCTAssertEqual(gtk_label_get_wrap(origin.opaque), 1)
  }

  @MainActor func testATextOfAnyLengthFitsOnTheScreen() async throws {
    let interface = try interface()
    var sheet = Samples.sheet(
      Samples.subscription, asker: "https://" + String(repeating: "long.", count: 49) + "example")
    sheet.product.localizedTitle = String(repeating: "W", count: 5_000)
    sheet.product.localizedDescription = String(repeating: "more and more ", count: 5_000)
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    XCTAssertLessThanOrEqual(gtk_widget_get_width(window.dialog.widget), 440)
    XCTAssertLessThanOrEqual(gtk_widget_get_height(window.dialog.widget), 1_000)
    OnScreen.press(try XCTUnwrap(window.cancel))
    _ = await answer.value
  }

  @MainActor func testAThemeIsTheWindowsOwn() async throws {
    try GLibMainLoop.start()
    for (theme, name) in [(OnsideUIThemeMode.light, "onside-light"), (.dark, "onside-dark")] {
      let window = PaymentWindow(Samples.sheet(theme: theme), startTimer: HandTimers().start)
      defer { window.dialog.close() }
      XCTAssertEqual(gtk_widget_has_css_class(window.dialog.widget, name), 1)
    }
    let window = PaymentWindow(Samples.sheet(theme: .auto), startTimer: HandTimers().start)
    defer { window.dialog.close() }
    let name = cwk_theme_is_dark() ? "onside-dark" : "onside-light"
    XCTAssertEqual(gtk_widget_has_css_class(window.dialog.widget, name), 1)
  }

  // MARK: Approval

  @MainActor func testItCannotBeApprovedInTheFirstSecond() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    let pay = try XCTUnwrap(window.pay)
    XCTAssertEqual(Self.timers.delay, .seconds(1))
    XCTAssertFalse(OnScreen.isSensitive(pay))
    OnScreen.press(pay)
    XCTAssertEqual(window.state, .asking)
    Self.timers.fire()
    XCTAssertTrue(OnScreen.isSensitive(pay))
    OnScreen.press(pay)
    let result = await answer.value
    XCTAssertNil(result)
    XCTAssertEqual(window.state, .paying)
    window.leave()
  }

  @MainActor func testPayIsNeitherTheDefaultNorInFocus() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    Self.timers.fire()
    XCTAssertNil(gtk_window_get_default_widget(cwk_window(window.dialog.widget)))
    XCTAssertEqual(gtk_window_get_focus(cwk_window(window.dialog.widget)), window.cancel)
    OnScreen.press(try XCTUnwrap(window.cancel))
    let result = await answer.value
    XCTAssertEqual(result, .cancelled)
  }

  @MainActor func testADismissedSheetIsCancelled() async throws {
    let ways: [(PaymentWindow) -> Void] = [
      { OnScreen.press($0.cancel!) }, { OnScreen.pressEscape(in: $0.dialog.widget) },
      { gtk_window_close(cwk_window($0.dialog.widget)) },
    ]
    for dismiss in ways {
      let interface = try interface()
      let before = OnScreen.windows
      let sheet = Samples.sheet()
      let answer = present(sheet, by: interface)
      dismiss(try await window(of: sheet, by: interface))
      g_main_context_wakeup(nil)
      let result = try await within("an answer") { await answer.value }
      XCTAssertEqual(result, .cancelled)
      XCTAssertNil(interface.payment)
      XCTAssertEqual(OnScreen.windows, before)
    }
  }

  @MainActor func testCancellingTheTaskTakesTheSheetAway() async throws {
    let interface = try interface()
    let before = OnScreen.windows
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    weak let window = try await window(of: sheet, by: interface)
    answer.cancel()
    let result = try await within("an answer") { await answer.value }
    XCTAssertEqual(result, .cancelled)
    XCTAssertEqual(OnScreen.windows, before)
    XCTAssertNil(window, "Something keeps it")
  }

  @MainActor func testWithoutADisplayItCannotBeShown() async throws {
    let interface = WindowInterface(openDisplay: { throw NoDisplay() }, startTimer: HandTimers().start)
    let answer = await present(Samples.sheet(), by: interface).value
    XCTAssertEqual(answer, .presentationFailed)
    XCTAssertNil(interface.payment)
  }

  // MARK: What becomes of the payment

  @MainActor func testItStaysUntilThePaymentIsPaid() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try approve(window)
    _ = await answer.value
    XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("Paying …"))
    XCTAssertNil(window.pay)
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("Paid"))
    XCTAssertEqual(Self.timers.delay, PaymentWindow.farewell)
    XCTAssertNotNil(interface.payment)
    Self.timers.fire()
    try await eventually("it closes itself") { interface.payment == nil }
  }

  @MainActor func testARefusedPaymentSaysWhyAndIsClosed() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try approve(window)
    _ = await answer.value
    interface.paymentDidEnd(sheet, .refused("Declined by the bank\u{202E}"))
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains("Declined by the bank⟨U+202E⟩"))
    XCTAssertTrue(texts.contains("Close"))
    OnScreen.press(try XCTUnwrap(window.cancel))
    try await eventually("it is closed") { interface.payment == nil }
  }

  @MainActor func testClosingItWhileItIsPaidLeavesThePaymentAlone() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try approve(window)
    let result = await answer.value
    XCTAssertNil(result)
    OnScreen.pressEscape(in: window.dialog.widget)
    try await eventually("it is closed") { interface.payment == nil }
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertNil(interface.payment)
  }

  @MainActor func testAnotherPriceIsAskedAgainInTheSameWindow() async throws {
    let interface = try interface()
    var sheet = Samples.sheet()
    let first = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try approve(window)
    _ = await first.value
    sheet.product.price.value = 5.99
    sheet.priceHasChanged = true
    let second = present(sheet, by: interface)
    try await eventually("it asks again") { window.state == .asking }
    XCTAssertTrue(interface.payment === window)
    let words = PaymentWords(sheet)
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains(words.price))
    XCTAssertTrue(texts.contains(try XCTUnwrap(words.note)))
    // What is approved now is something else, which nobody has read yet.
    XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.pay)))
    try approve(window)
    let answer = await second.value
    XCTAssertNil(answer)
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertEqual(window.state, .paid)
    window.leave()
    try await eventually("it goes") { interface.payment == nil }
  }

  @MainActor func testAnotherPriceCanBeDismissedOrWithdrawn() async throws {
    for isWithdrawn in [false, true] {
      let interface = try interface()
      var sheet = Samples.sheet()
      let first = present(sheet, by: interface)
      let window = try await window(of: sheet, by: interface)
      try approve(window)
      _ = await first.value
      sheet.priceHasChanged = true
      let second = present(sheet, by: interface)
      try await eventually("it asks again") { window.state == .asking }
      if isWithdrawn { second.cancel() } else { OnScreen.press(try XCTUnwrap(window.cancel)) }
      let answer = try await within("an answer") { await second.value }
      XCTAssertEqual(answer, .cancelled)
      try await eventually("it goes") { interface.payment == nil }
    }
  }

  // MARK: Who pays, and with what

  /// A sheet of a store that has means of payment.
  @MainActor private func payingSheet(_ titles: [String]) -> OnsidePaymentSheet {
    let methods = titles.map { OnsidePaymentMethod(id: $0, title: $0, isDefault: $0 == titles[0]) }
    var sheet = Samples.sheet()
    sheet.payer = "ada@example.com"
    sheet.paymentMethods = OnsidePaymentMethodsScreen(
      theme: .light, asker: nil, load: { () async throws(OnsideServiceError) in methods },
      add: { _ async throws(OnsideServiceError) in }, use: { _ async throws(OnsideServiceError) in },
      remove: { _ async throws(OnsideServiceError) in })
    return sheet
  }

  @MainActor func testItSaysWhoPaysAndWithWhatAndLetsTheCustomerChangeIt() async throws {
    let interface = try interface()
    let sheet = payingSheet(["Visa •••• 4242", "PayPal"])
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    @MainActor func says(_ text: String) -> Bool { OnScreen.texts(in: window.dialog.widget).contains(text) }
    try await eventually("it says with what is paid") { says("Visa •••• 4242") }
    XCTAssertTrue(says("ada@example.com"))
    OnScreen.press(try XCTUnwrap(window.payWith).change)
    try await eventually("the means of payment are there") { window.panel?.rows.count == 2 }
    OnScreen.press(try XCTUnwrap(window.panel).leave)
    try await eventually("it is the sheet again") { window.panel == nil }
    // It is read again before it can be approved.
    XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.pay)))
    try approve(window)
    let result = await answer.value
    XCTAssertNil(result)
    interface.paymentDidEnd(sheet, .paid)
    window.leave()
    try await eventually("it goes") { interface.payment == nil }
  }

  @MainActor func testWithoutACardItOffersToAddOne() async throws {
    let interface = try interface()
    let sheet = payingSheet([])
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try await eventually("it offers so") {
      OnScreen.button("Add a card", in: window.dialog.widget) != nil
    }
    answer.cancel()
    _ = await answer.value
  }

  @MainActor func testADeclinedCardLeadsBackToTheSheetWithTheReason() async throws {
    let interface = try interface()
    var sheet = payingSheet(["Visa •••• 0002"])
    let first = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try approve(window)
    _ = await first.value
    sheet.occasion = .declined("The card was declined")
    let second = present(sheet, by: interface)
    try await eventually("it asks again") { window.state == .asking }
    XCTAssertTrue(interface.payment === window)
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains("The card was declined. Nothing was paid. You can pay with another card."), "\(texts)")
    try approve(window)
    let answer = await second.value
    XCTAssertNil(answer)
    interface.paymentDidEnd(sheet, .paid)
    window.leave()
    try await eventually("it goes") { interface.payment == nil }
  }

  @MainActor func testADelayedPaymentStaysAndCanStillBePaid() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try approve(window)
    _ = await answer.value
    interface.paymentDidEnd(sheet, .delayed)
    interface.paymentDidEnd(sheet, .delayed)
    XCTAssertEqual(OnScreen.texts(in: window.dialog.widget).filter { $0.contains("could not be reached") }.count, 1)
    await Task.yield()
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertEqual(window.state, .paid)
    Self.timers.fire()
    try await eventually("it goes") { interface.payment == nil }
  }

  @MainActor func testADelayedPaymentGivesWayToTheNextScreen() async throws {
    let interface = try interface()
    let before = OnScreen.windows
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    try approve(try await window(of: sheet, by: interface))
    _ = await answer.value
    interface.paymentDidEnd(sheet, .delayed)
    let other = Samples.sheet(Samples.subscription)
    let next = present(other, by: interface)
    let window = try await window(of: other, by: interface)
    XCTAssertEqual(OnScreen.windows, before + 1)
    OnScreen.press(try XCTUnwrap(window.cancel))
    let result = await next.value
    XCTAssertEqual(result, .cancelled)
  }

  // MARK: Turns

  @MainActor func testOneScreenAtATimeInTheOrderOfTheRequests() async throws {
    let interface = try interface()
    let before = OnScreen.windows
    let sheets = (1...3).map { _ in Samples.sheet() }
    let answers = sheets.map { present($0, by: interface) }
    let login = Task { try await interface.presentLogin(Samples.login { _ in }) }
    let first = try await window(of: sheets[0], by: interface)
    try approve(first)
    _ = await answers[0].value
    // One that waits and is cancelled never comes.
    answers[1].cancel()
    let cancelled = try await within("the end") { await answers[1].value }
    XCTAssertEqual(cancelled, .cancelled)
    // The first has its turn until its payment has ended.
    XCTAssertTrue(interface.payment === first)
    XCTAssertEqual(OnScreen.windows, before + 1)
    first.leave()
    let third = try await window(of: sheets[2], by: interface)
    XCTAssertNil(interface.login)
    XCTAssertEqual(OnScreen.windows, before + 1)
    OnScreen.press(try XCTUnwrap(third.cancel))
    try await eventually("the login comes") { interface.login != nil }
    XCTAssertEqual(OnScreen.windows, before + 1)
    login.cancel()
    _ = try? await login.value
    XCTAssertEqual(OnScreen.windows, before)
  }

  @MainActor func testAPageCannotFillTheLine() async throws {
    let interface = try interface()
    let flood = (1...30).map { _ in present(Samples.sheet(), by: interface) }
    for task in flood[17...] {
      let answer = try await within("it is refused") { await task.value }
      XCTAssertEqual(answer, .presentationFailed)
    }
    // The app itself is not limited.
    let own = (1...30).map { _ in present(Samples.sheet(asker: nil), by: interface) }
    for task in flood + own { task.cancel() }
    for task in flood[..<17] + own {
      let answer = try await within("it is withdrawn") { await task.value }
      XCTAssertEqual(answer, .cancelled)
    }
  }
}
#endif
