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

/// The account and the payment method on a payment sheet.
final class PayWithWindowTests: PaymentWindowTestCase {
  /// Returns a sheet of a store that has payment methods.
  @MainActor private func sheet(of store: MethodsStore) -> OnsidePaymentSheet {
    var sheet = Samples.sheet()
    sheet.payer = "ada@example.com"
    sheet.paymentMethods = store.screen
    return sheet
  }

  /// Shows a sheet. The value of the returned task is the approval; nil if the sheet was not approved.
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

  @MainActor private func says(_ text: String, _ window: PaymentWindow) -> Bool {
    OnScreen.texts(in: window.dialog.widget).contains(text)
  }

  @MainActor private func end(_ sheet: OnsidePaymentSheet, _ interface: WindowInterface) async throws {
    interface.paymentDidEnd(sheet, .paid)
    interface.payment?.leave()
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  @MainActor func testWithoutAPaymentMethodOnlyAFreeProductCanBeApproved() async throws {
    for (product, isFree) in [(Samples.sheet().product, false), (Samples.subscription, true)] {
      let interface = try interface()
      let store = MethodsStore()
      store.methods = []
      var sheet = sheet(of: store)
      sheet.product = product
      let answer = approval(of: sheet, by: interface)
      let window = try await window(of: sheet, by: interface)
      try await eventually("the sheet says that there is no card") { says("No card yet", window) }
      Self.timers.fire()
      XCTAssertEqual(OnScreen.isSensitive(try XCTUnwrap(window.pay)), isFree)
      OnScreen.press(try XCTUnwrap(window.cancel))
      let approved = try await within("an answer") { await answer.value }
      XCTAssertNil(approved)
      try await eventually("the payment sheet closes") { interface.payment == nil }
    }
  }

  @MainActor func testTheSheetNamesTheAccountAndThePaymentMethodWhichCanBeChanged() async throws {
    let interface = try interface()
    let sheet = sheet(of: MethodsStore())
    let answer = approval(of: sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try await eventually("the sheet names the payment method") { says("Visa •••• 4242", window) }
    XCTAssertTrue(says("ada@example.com", window))
    OnScreen.press(try XCTUnwrap(window.payWith).change)
    try await eventually("the payment methods are there") { window.panel?.rows.count == 2 }
    Self.timers.fire()
    OnScreen.press(try XCTUnwrap(window.panel?.rows[1].use))
    try await eventually("the method is the default") { window.panel?.model.state.methods?[1].isDefault == true }
    OnScreen.press(try XCTUnwrap(window.panel).leave)
    try await eventually("the sheet names the other method") { window.panel == nil && says("PayPal", window) }
    // The sheet shows another payment method now, so the user must have time to read it before the approval.
    XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.pay)))
    try approve(window)
    let approved = await answer.value
    XCTAssertEqual(approved, OnsidePaymentApproval(paymentMethod: "paypal"))
    try await end(sheet, interface)
  }

  @MainActor func testTheApprovalIsForTheMethodThatTheSheetNames() async throws {
    let interface = try interface()
    let store = MethodsStore()
    let sheet = sheet(of: store)
    let answer = approval(of: sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try await eventually("the sheet names the payment method") { says("Visa •••• 4242", window) }
    // Another device changes the default method. The sheet still names the previous method, and the user approves that
    // method.
    store.methods[0].isDefault = false
    store.methods[1].isDefault = true
    try approve(window)
    let approved = await answer.value
    XCTAssertEqual(approved, OnsidePaymentApproval(paymentMethod: "visa"))
    try await end(sheet, interface)
  }

  @MainActor func testApprovalIsDisabledUntilThePaymentMethodIsKnown() async throws {
    let interface = try interface()
    let store = MethodsStore()
    let gate = Gate()
    store.gate = gate
    let sheet = sheet(of: store)
    let answer = approval(of: sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try await eventually("the store is asked") { gate.count == 1 }
    Self.timers.fire()
    XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.pay)))
    gate.open()
    try await eventually("the sheet names the payment method") { says("Visa •••• 4242", window) }
    // The sheet has just named the payment method, so the user must have time to read it before the approval.
    XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.pay)))
    try approve(window)
    let approved = await answer.value
    XCTAssertEqual(approved, OnsidePaymentApproval(paymentMethod: "visa"))
    try await end(sheet, interface)
  }

  @MainActor func testIfThePaymentMethodCannotBeLoadedTheApprovalNamesNone() async throws {
    let interface = try interface()
    let store = MethodsStore()
    store.errors = [.serviceUnavailable]
    let sheet = sheet(of: store)
    let answer = approval(of: sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try await eventually("the message is shown") { says("Could not be loaded", window) }
    try approve(window)
    let approved = await answer.value
    XCTAssertEqual(approved, OnsidePaymentApproval())
    try await end(sheet, interface)
  }

  @MainActor func testWithoutACardTheSheetOffersToAddOne() async throws {
    let interface = try interface()
    let store = MethodsStore()
    store.methods = []
    let sheet = sheet(of: store)
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try await eventually("the sheet offers to add a card") {
      OnScreen.button("Add a card", in: window.dialog.widget) != nil
    }
    answer.cancel()
    _ = await answer.value
  }

  @MainActor func testAfterADeclinedCardTheSheetIsShownAgainWithTheReason() async throws {
    let interface = try interface()
    var sheet = sheet(of: MethodsStore())
    let first = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    try await eventually("the sheet names the payment method") { says("Visa •••• 4242", window) }
    try approve(window)
    _ = await first.value
    sheet.occasion = .declined("The card was declined")
    let second = present(sheet, by: interface)
    try await eventually("the sheet asks again") { window.state == .asking }
    XCTAssertTrue(interface.payment === window)
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains("The card was declined. Nothing was paid. You can pay with another card."), "\(texts)")
    try await eventually("the sheet names the payment method") { says("Visa •••• 4242", window) }
    try approve(window)
    let answer = await second.value
    XCTAssertNil(answer)
    interface.paymentDidEnd(sheet, .paid)
    window.leave()
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }
}
#endif
