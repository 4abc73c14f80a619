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

/// The payment methods in a real window.
final class PaymentMethodsWindowTests: MethodsWindowTestCase {
  @MainActor func testTheWindowListsTheMethodsAndMarksTheDefault() async throws {
    try await show(MethodsStore()) { window in
      try await rows(["visa", "paypal"], in: window)
      let visa = OnScreen.texts(in: window.rows[0].widget)
      XCTAssertEqual(visa, ["Visa •••• 4242", "Expires 04/29", "Default", "Remove"])
      XCTAssertNil(window.rows[0].use)
      XCTAssertEqual(OnScreen.texts(in: window.rows[1].widget), ["PayPal", "Use", "Remove"])
      XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("https://shop.example"))
    }
  }

  @MainActor func testMistakesInACardAreShownBesideTheirFieldsAndTheCorrectedCardIsAdded() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      OnScreen.press(window.panel.add)
      try await eventually("the fields of a card are there") { window.panel.cardFields != nil }
      let form = try XCTUnwrap(window.panel.cardFields)
      let focus = gtk_window_get_focus(cwk_window(window.dialog.widget))
      XCTAssertNotEqual(gtk_widget_is_ancestor(focus, form.number.entry), 0)
      form.number.text = "4242 4242 4242 4241"
      OnScreen.press(form.add)
      try await eventually("the mistake is shown") { form.number.mistake != nil }
      XCTAssertEqual(form.number.mistake, "This is not a card number. Check the digits.")
      XCTAssertEqual(form.expiry.mistake, "Enter the month and year.")
      XCTAssertEqual(form.securityCode.mistake, "Enter the 3 digits on the back of the card.")
      XCTAssertEqual(store.cards.count, 0)
      form.number.text = "4242424242424242"
      XCTAssertNil(form.number.mistake)
      form.securityCode.text = "123"
      let year = Calendar(identifier: .gregorian).component(.year, from: Date()) % 100 + 2
      form.expiry.text = "04/\(year)"
      store.errors = [.refused("This card has expired")]
      OnScreen.press(form.add)
      try await eventually("the reason is shown") {
        OnScreen.texts(in: window.dialog.widget).contains("This card has expired")
      }
      OnScreen.press(form.add)
      try await rows(["visa", "paypal", "new"], in: window)
      XCTAssertNil(window.panel.cardFields)
      XCTAssertTrue(window.rows[2].method.isDefault)
    }
    // The store refused the first attempt, so the second attempt is a new request with a new key.
    XCTAssertNotEqual(store.cards[0].key, store.cards[1].key)
    XCTAssertEqual(store.cards.map(\.card.number), ["4242424242424242", "4242424242424242"])
  }

  @MainActor func testAnEmptyListOffersToAddACard() async throws {
    let store = MethodsStore()
    store.methods = []
    try await show(store) { window in
      try await eventually("the message is shown") {
        OnScreen.texts(in: window.dialog.widget).contains("There are no payment methods yet. Add a card to pay with.")
      }
      let focus = gtk_window_get_focus(cwk_window(window.dialog.widget))
      XCTAssertEqual(focus, window.panel.add)
      OnScreen.press(window.panel.add)
      try await eventually("the fields of a card are there") { window.panel.cardFields != nil }
      OnScreen.press(try XCTUnwrap(window.panel.cardFields).back)
      try await eventually("the list is shown again") { window.panel.cardFields == nil }
    }
  }

  @MainActor func testUseMakesAMethodTheDefault() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("the method is the default") { window.rows[1].method.isDefault }
      XCTAssertNotNil(window.rows[0].use)
    }
    XCTAssertEqual(store.methods.map(\.isDefault), [false, true])
  }

  @MainActor func testNothingCanBeChangedInTheFirstSecond() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await eventually("the rows are there") { window.rows.count == 2 }
      XCTAssertEqual(Self.timers.delay, .seconds(1))
      for button in [window.rows[1].use, window.rows[1].remove, window.rows[0].remove] {
        let button = try XCTUnwrap(button)
        XCTAssertFalse(OnScreen.isSensitive(button))
        OnScreen.press(button)
      }
      XCTAssertNil(window.rows[0].confirm)
      XCTAssertNil(window.rows[1].confirm)
      XCTAssertTrue(OnScreen.isSensitive(window.close))
      Self.timers.fire()
      for row in window.rows { XCTAssertTrue(OnScreen.isSensitive(try XCTUnwrap(row.remove))) }
      // After a change the user has not yet seen the new list, so its buttons are disabled again.
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("the method is the default") { window.rows[1].method.isDefault }
      XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.rows[0].use)))
      XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.rows[1].remove)))
    }
    XCTAssertEqual(store.methods.map(\.isDefault), [false, true])
  }

  @MainActor func testRemovingAMethodNeedsAConfirmation() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      OnScreen.press(try XCTUnwrap(window.rows[1].remove))
      try await eventually("the question is shown") { window.rows[1].keep != nil }
      XCTAssertEqual(OnScreen.texts(in: window.rows[1].widget), ["Remove PayPal?", "Remove", "Keep"])
      OnScreen.press(try XCTUnwrap(window.rows[1].keep))
      try await eventually("the row has its button again") { window.rows[1].remove != nil }
      XCTAssertEqual(OnScreen.texts(in: window.rows[1].widget), ["PayPal", "Use", "Remove"])
      XCTAssertEqual(store.methods.count, 2)
      OnScreen.press(try XCTUnwrap(window.rows[1].remove))
      try await eventually("the question is shown") { window.rows[1].confirm != nil }
      OnScreen.press(try XCTUnwrap(window.rows[1].confirm))
      try await rows(["visa"], in: window)
    }
    XCTAssertEqual(store.methods.map(\.id), ["visa"])
  }

  @MainActor func testAnEmptyListShowsAMessage() async throws {
    let store = MethodsStore()
    store.methods = []
    try await show(store) { window in
      try await eventually("the message is shown") {
        OnScreen.texts(in: window.dialog.widget).contains("There are no payment methods yet. Add a card to pay with.")
      }
    }
  }

  @MainActor func testAListThatCannotBeLoadedCanBeRetried() async throws {
    let store = MethodsStore()
    store.errors = [.serviceUnavailable]
    try await show(store) { window in
      try await eventually("the reason is shown") {
        OnScreen.texts(in: window.dialog.widget).contains(OnsideServiceError.serviceUnavailable.userMessage)
      }
      XCTAssertTrue(window.rows.isEmpty)
      OnScreen.press(try XCTUnwrap(window.retry))
      try await rows(["visa", "paypal"], in: window)
      XCTAssertNil(window.retry)
    }
  }

  @MainActor func testAFailedChangeLeavesTheDefaultUnchanged() async throws {
    let store = MethodsStore()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      store.errors = [.connectionError]
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("the reason is shown") {
        OnScreen.texts(in: window.dialog.widget).contains(OnsideServiceError.connectionError.userMessage)
      }
      XCTAssertEqual(window.rows.map(\.method.isDefault), [true, false])
      XCTAssertTrue(OnScreen.isSensitive(try XCTUnwrap(window.rows[1].use)))
    }
    XCTAssertEqual(store.methods.map(\.isDefault), [true, false])
  }

  @MainActor func testTheWindowCanBeClosedWhileTheListLoads() async throws {
    let store = MethodsStore()
    let gate = Gate()
    store.gate = gate
    try await show(store) { window in
      try await eventually("the list is loading") { gate.count == 1 }
      XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("Loading …"))
    }
    gate.open()
    // Let the list arrive after the window was closed, which must have no effect.
    await Task.yield()
  }

  @MainActor func testInLocalTestingTheWindowIsNotShown() async throws {
    try GLibMainLoop.start()
    let interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: HandTimers().start)
    let store = MethodsStore()
    store.errors = [.notSupportedInLocalTesting]
    let end = present(store, by: interface)
    let error = try await within("the end") { await end.value }
    XCTAssertEqual(error, .notSupportedInLocalTesting)
    XCTAssertNil(interface.paymentMethods)
  }

  @MainActor func testEscapeOrACancelledTaskClosesTheWindow() async throws {
    for isCancelled in [false, true] {
      try GLibMainLoop.start()
      let interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: HandTimers().start)
      let end = present(MethodsStore(), by: interface)
      try await eventually("the window is painted") { interface.paymentMethods?.dialog.isSeen == true }
      if isCancelled {
        end.cancel()
      } else {
        OnScreen.pressEscape(in: try XCTUnwrap(interface.paymentMethods).dialog.widget)
      }
      let error = try await within("the end") { await end.value }
      XCTAssertNil(error)
      XCTAssertNil(interface.paymentMethods)
    }
  }

  @MainActor func testWithoutADisplayTheScreenFailsWithPresentationFailed() async throws {
    let interface = WindowInterface(openDisplay: { throw NoDisplay() }, startTimer: HandTimers().start)
    let error = await present(MethodsStore(), by: interface).value
    XCTAssertEqual(error, .presentationFailed)
  }
}
#endif
