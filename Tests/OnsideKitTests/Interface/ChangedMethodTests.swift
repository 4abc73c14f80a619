#if os(Linux)
import CausewayGTK
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import OnsideCore
@testable import OnsideKit

/// A change that the store has made is shown, even if the list cannot be loaded after the change.
final class ChangedMethodTests: MethodsWindowTestCase {
  private static let notLoaded =
    "The list could not be loaded. \(OnsideServiceError.connectionError.userMessage)"

  @MainActor private func fill(_ window: PaymentMethodsWindow) async throws {
    OnScreen.press(window.panel.add)
    try await eventually("the fields of a card are there") { window.panel.cardFields != nil }
    let form = try XCTUnwrap(window.panel.cardFields)
    form.number.text = "4242424242424242"
    form.expiry.text = "04/\(Calendar(identifier: .gregorian).component(.year, from: Date()) % 100 + 2)"
    form.securityCode.text = "123"
    OnScreen.press(form.add)
  }

  @MainActor func testAnAddedCardIsShownEvenIfTheListCannotBeLoaded() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      store.errors = [nil, .connectionError]
      try await fill(window)
      try await eventually("the mistake is shown") {
        OnScreen.texts(in: window.dialog.widget).contains(Self.notLoaded)
      }
      XCTAssertNil(window.panel.cardFields, "The card was added, so its fields must not be shown again")
      XCTAssertEqual(window.rows.map(\.method.id), ["visa", "paypal", "new"])
      XCTAssertEqual(window.rows.map(\.method.isDefault), [false, false, true])
      OnScreen.press(try XCTUnwrap(window.retry))
      try await eventually("the list is loaded") { window.retry == nil }
      XCTAssertEqual(window.rows.map(\.method.id), ["visa", "paypal", "new"])
    }
    XCTAssertEqual(store.cards.count, 1)
  }

  @MainActor func testACardWithALostAnswerIsSentAgainWithTheSameKeyAndAnotherCardWithANewKey() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      store.errors = [.connectionError, .connectionError]
      try await fill(window)
      let form = try XCTUnwrap(window.panel.cardFields)
      @MainActor func says(_ error: OnsideServiceError) -> Bool {
        OnScreen.texts(in: window.dialog.widget).contains(error.userMessage)
      }
      try await eventually("the reason is shown") { says(.connectionError) }
      OnScreen.press(form.add)
      try await eventually("the card was sent again") { store.cards.count == 2 && window.panel.model.state.work == nil }
      form.number.text = "5555555555554444"
      OnScreen.press(form.add)
      try await rows(["visa", "paypal", "new"], in: window)
    }
    XCTAssertEqual(store.cards.map(\.card.number), ["4242424242424242", "4242424242424242", "5555555555554444"])
    XCTAssertEqual(store.cards[0].key, store.cards[1].key)
    XCTAssertNotEqual(store.cards[1].key, store.cards[2].key)
  }

  @MainActor func testLeavingTheFieldsOfACardThatMayHaveBeenAddedLoadsTheList() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      store.errors = [.connectionError]
      try await fill(window)
      try await eventually("the problem is shown") { window.panel.model.state.problem != nil }
      // The store has added the card, but its answer was lost.
      store.methods.append(OnsidePaymentMethod(id: "lost", title: "Visa •••• 4242"))
      OnScreen.press(try XCTUnwrap(window.panel.cardFields).back)
      try await rows(["visa", "paypal", "lost"], in: window)
    }
  }

  @MainActor func testAChangeOfAMethodIsShownEvenIfTheListCannotBeLoaded() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      store.errors = [nil, .connectionError]
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("the mistake is shown") {
        OnScreen.texts(in: window.dialog.widget).contains(Self.notLoaded)
      }
      XCTAssertEqual(window.rows.map(\.method.isDefault), [false, true])
      Self.timers.fire()
      store.errors = [nil, .connectionError]
      OnScreen.press(try XCTUnwrap(window.rows[0].remove))
      try await eventually("the question is shown") { window.rows[0].confirm != nil }
      OnScreen.press(try XCTUnwrap(window.rows[0].confirm))
      try await rows(["paypal"], in: window)
    }
    XCTAssertEqual(store.methods.map(\.id), ["paypal"])
  }

  @MainActor func testLeavingTheWindowDoesNotCancelAChangeInProgress() async throws {
    let store = MethodsStore()
    let gate = Gate()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      store.gate = gate
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("the store is asked") { gate.count == 1 }
    }
    gate.open()
    try await eventually("the method is the default") { store.methods[1].isDefault }
    XCTAssertEqual(store.cancelledChanges, 0)
  }

  @MainActor func testTheSheetNamesTheNewDefaultMethodEvenIfDoneIsPressedDuringTheChange() async throws {
    try GLibMainLoop.start()
    let timers = HandTimers()
    let interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: timers.start)
    let store = MethodsStore()
    var sheet = Samples.sheet()
    sheet.paymentMethods = store.screen
    let answer = Task { try? await interface.presentPayment(sheet) }
    try await eventually("the sheet is painted") { interface.payment?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.payment)
    @MainActor func says(_ text: String) -> Bool { OnScreen.texts(in: window.dialog.widget).contains(text) }
    try await eventually("the sheet names the payment method") { says("Visa •••• 4242") }
    OnScreen.press(try XCTUnwrap(window.payWith).change)
    try await eventually("the methods are there") { window.panel?.rows.count == 2 }
    timers.fire()
    let gate = Gate()
    store.gate = gate
    OnScreen.press(try XCTUnwrap(window.panel?.rows[1].use))
    try await eventually("the store is asked") { gate.count == 1 }
    OnScreen.press(try XCTUnwrap(window.panel).leave)
    try await eventually("the payment sheet is shown again") { window.panel == nil }
    gate.open()
    try await eventually("the sheet names the charged method") { says("PayPal") }
    XCTAssertEqual(store.cancelledChanges, 0)
    answer.cancel()
    _ = await answer.value
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }
}
#endif
