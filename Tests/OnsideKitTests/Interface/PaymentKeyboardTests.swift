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

/// A whole payment with only a real keyboard: a first card, a typing error and its correction, a decline, another card,
/// and the end.
final class PaymentKeyboardTests: PaymentWindowTestCase {
  /// Presses Tab until the button with this text has the focus.
  @MainActor private func tab(to text: String, in window: Widget) async throws {
    for _ in 0..<20 {
      if let focus = OnScreen.focus(in: window), OnScreen.texts(in: focus) == [text] { return }
      let before = OnScreen.focus(in: window)
      try Keyboard.press("Tab")
      try await eventually("Tab moves the focus") { OnScreen.focus(in: window) != before }
    }
    XCTFail("Tab does not reach \(text)")
  }

  /// Presses a button with the keyboard.
  @MainActor private func press(_ text: String, in window: Widget) async throws {
    try await tab(to: text, in: window)
    try Keyboard.press("Return")
  }

  @MainActor private func takeKeyboard(_ window: Widget) async throws {
    try Keyboard.take("Onside payment")
    try await eventually("the window has the keyboard") { gtk_window_is_active(window.cast(to: GtkWindow.self)) != 0 }
  }

  @MainActor private func hasFocus(_ text: String, in window: Widget) -> Bool {
    OnScreen.focus(in: window).map { OnScreen.texts(in: $0) == [text] } ?? false
  }

  @MainActor private func approval(
    of sheet: OnsidePaymentSheet, by interface: WindowInterface
  ) -> Task<OnsidePaymentApproval?, Never> {
    Task {
      do throws(OnsidePaymentTransactionError) {
        return try await interface.presentPayment(sheet)
      } catch {
        return nil
      }
    }
  }

  @MainActor func testWithTheKeyboardACardIsAddedCorrectedAndDeclinedAndAnotherOnePays() async throws {
    let interface = try interface()
    let store = MethodsStore()
    store.methods = []
    var sheet = Samples.sheet()
    sheet.paymentMethods = store.screen
    let first = approval(of: sheet, by: interface)
    let payment = try await window(of: sheet, by: interface)
    let window = payment.dialog.widget
    try await takeKeyboard(window)
    try await eventually("the sheet offers to add a card") { OnScreen.button("Add a card", in: window) != nil }

    try await press("Add a card", in: window)
    try await eventually("the fields of a card are there") { payment.panel?.cardFields != nil }
    let fields = try XCTUnwrap(payment.panel?.cardFields)
    try await type("4242424242424241", into: fields)
    try await eventually("the mistake is shown") { fields.number.mistake != nil }
    XCTAssertNil(fields.expiry.mistake)
    // The wrong field has the focus and its text is selected, so typed text replaces it.
    try Keyboard.type("4242424242424242")
    try await eventually("the number is corrected") { fields.number.text == "4242 4242 4242 4242" }
    try Keyboard.press("Return")
    try await eventually("the card is there") { payment.panel?.rows.count == 1 && hasFocus("Done", in: window) }

    try Keyboard.press("Return")
    try await eventually("the payment sheet is shown again") { payment.panel == nil && payment.choice.canPay }
    Self.timers.fire()
    try await press("Pay", in: window)
    let declined = try await within("an answer") { await first.value }
    XCTAssertEqual(declined, OnsidePaymentApproval(paymentMethod: "new"))

    sheet.occasion = .declined("The card was declined")
    let second = approval(of: sheet, by: interface)
    try await eventually("the sheet asks again") { payment.state == .asking && payment.choice.canPay }
    store.methods.append(OnsidePaymentMethod(id: "paypal", title: "PayPal"))
    try await press("Change", in: window)
    try await eventually("the list is shown") { payment.panel?.rows.count == 2 }
    Self.timers.fire()
    try await press("Use", in: window)
    try await eventually("the method is the default") { store.methods[1].isDefault && hasFocus("Done", in: window) }
    try Keyboard.press("Return")
    try await eventually("the payment sheet is shown again") { payment.panel == nil && payment.choice.canPay }
    Self.timers.fire()
    try await press("Pay", in: window)
    let approved = try await within("an answer") { await second.value }
    XCTAssertEqual(approved, OnsidePaymentApproval(paymentMethod: "paypal"))
    interface.paymentDidEnd(sheet, .paid)
    payment.leave()
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  @MainActor func testWithTheKeyboardACardIsRemovedAfterAConfirmation() async throws {
    let interface = try interface()
    let store = MethodsStore()
    var sheet = Samples.sheet()
    sheet.paymentMethods = store.screen
    let answer = approval(of: sheet, by: interface)
    let payment = try await window(of: sheet, by: interface)
    let window = payment.dialog.widget
    try await takeKeyboard(window)
    try await press("Change", in: window)
    try await eventually("the list is shown") { payment.panel?.rows.count == 2 }
    Self.timers.fire()
    try await press("Remove", in: window)
    try await eventually("the question is shown, and the safe answer has the focus") { hasFocus("Keep", in: window) }
    XCTAssertEqual(store.methods.count, 2)
    try Keyboard.press("shift+Tab")
    try await eventually("the other answer has the focus") { hasFocus("Remove", in: window) }
    try Keyboard.press("Return")
    try await eventually("the card is removed") {
      store.methods.map(\.id) == ["paypal"] && hasFocus("Done", in: window)
    }
    answer.cancel()
    _ = await answer.value
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  @MainActor func testEscapeGoesBackOnePageAtATime() async throws {
    let interface = try interface()
    var sheet = Samples.sheet()
    sheet.paymentMethods = MethodsStore().screen
    let answer = approval(of: sheet, by: interface)
    let payment = try await window(of: sheet, by: interface)
    let window = payment.dialog.widget
    try await takeKeyboard(window)
    try await press("Change", in: window)
    try await eventually("the list is shown") { payment.panel?.rows.count == 2 }
    try await press("Add a card", in: window)
    try await eventually("the fields of a card are there") { payment.panel?.cardFields != nil }
    try Keyboard.press("Escape")
    try await eventually("the list is shown again") { payment.panel != nil && payment.panel?.cardFields == nil }
    try Keyboard.press("Escape")
    try await eventually("the payment sheet is shown again") { payment.panel == nil }
    XCTAssertEqual(payment.state, .asking)
    try Keyboard.press("Escape")
    let approved = try await within("an answer") { await answer.value }
    XCTAssertNil(approved)
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  /// Types a card's number, expiry date and security code, and presses Return in the last field.
  @MainActor private func type(_ number: String, into fields: CardFields) async throws {
    try Keyboard.type(number)
    try await eventually("the number has arrived") { fields.number.text.filter(\.isNumber) == number }
    try Keyboard.press("Tab")
    try Keyboard.type("0440")
    try await eventually("the date has its slash") { fields.expiry.text == "04/40" }
    try Keyboard.press("Tab")
    try Keyboard.type("123")
    try await eventually("the security code has arrived") { fields.securityCode.text == "123" }
    try Keyboard.press("Return")
  }
}
#endif
