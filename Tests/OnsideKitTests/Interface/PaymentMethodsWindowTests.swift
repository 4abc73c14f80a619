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

/// The means of payment in a real window.
final class PaymentMethodsWindowTests: XCTestCase {
  @MainActor private static var timers = HandTimers()

  /// A store with means of payment.
  @MainActor private final class Store {
    var methods = [
      OnsidePaymentMethod(id: "visa", title: "Visa •••• 4242", detail: "Expires 04/29", isDefault: true),
      OnsidePaymentMethod(id: "paypal", title: "PayPal"),
    ]
    var cards: [OnsideCard] = []
    /// What the next calls throw.
    var errors: [OnsideServiceError] = []
    var gate: Gate?

    private func answer() async throws(OnsideServiceError) {
      await gate?.pass()
      if !errors.isEmpty { throw errors.removeFirst() }
    }

    var screen: OnsidePaymentMethodsScreen {
      OnsidePaymentMethodsScreen(
        theme: .dark, asker: "https://shop.example",
        load: { () async throws(OnsideServiceError) in
          try await self.answer()
          return self.methods
        },
        add: { card async throws(OnsideServiceError) in
          self.cards.append(card)
          try await self.answer()
          for index in self.methods.indices { self.methods[index].isDefault = false }
          self.methods.append(
            OnsidePaymentMethod(id: "new", title: "Visa •••• \(card.number.suffix(4))", isDefault: true))
        },
        use: { id async throws(OnsideServiceError) in
          try await self.answer()
          for index in self.methods.indices { self.methods[index].isDefault = self.methods[index].id == id }
        },
        remove: { id async throws(OnsideServiceError) in
          try await self.answer()
          self.methods.removeAll { $0.id == id }
        })
    }
  }

  /// The error that a screen ended with, nil for none.
  @MainActor private func present(
    _ store: Store, by interface: WindowInterface
  ) -> Task<OnsidePaymentMethodsManagerError?, Never> {
    Task {
      do throws(OnsidePaymentMethodsManagerError) {
        try await interface.presentPaymentMethods(store.screen)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Shows a store's means of payment, does something with the window, and closes it.
  @MainActor private func show(_ store: Store, _ body: (PaymentMethodsWindow) async throws -> Void) async throws {
    try GLibMainLoop.start()
    Self.timers = HandTimers()
    let interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: Self.timers.start)
    let before = OnScreen.windows
    let end = present(store, by: interface)
    try await eventually("it is painted") { interface.paymentMethods?.dialog.isSeen == true }
    let window = try XCTUnwrap(interface.paymentMethods)
    try await body(window)
    OnScreen.press(window.close)
    let error = try await within("the end") { await end.value }
    XCTAssertNil(error)
    XCTAssertNil(interface.paymentMethods)
    XCTAssertEqual(OnScreen.windows, before)
  }

  /// Waits until there are certain rows, and until they can be changed.
  @MainActor private func rows(_ ids: [String], in window: PaymentMethodsWindow) async throws {
    try await eventually("\(ids) are there") { window.rows.map(\.method.id) == ids }
    Self.timers.fire()
  }

  @MainActor func testItListsWhatThereIsWithAMarkAtTheDefault() async throws {
    try await show(Store()) { window in
      try await rows(["visa", "paypal"], in: window)
      let visa = OnScreen.texts(in: window.rows[0].widget)
      XCTAssertEqual(visa, ["Visa •••• 4242", "Expires 04/29", "Default", "Remove"])
      XCTAssertNil(window.rows[0].use)
      XCTAssertEqual(OnScreen.texts(in: window.rows[1].widget), ["PayPal", "Use", "Remove"])
      XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("https://shop.example"))
    }
  }

  @MainActor func testACardIsAddedAfterWhatIsWrongIsSaidBesideItsField() async throws {
    let store = Store()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      OnScreen.press(window.panel.add)
      try await eventually("the fields of a card are there") { window.panel.cardForm != nil }
      let form = try XCTUnwrap(window.panel.cardForm)
      let focus = gtk_window_get_focus(cwk_window(window.dialog.widget))
      XCTAssertNotEqual(gtk_widget_is_ancestor(focus, form.number.entry), 0)
      form.number.text = "4242 4242 4242 4241"
      OnScreen.press(form.add)
      try await eventually("it says what is wrong") { form.number.mistake != nil }
      XCTAssertEqual(form.number.mistake, "This is no card number. Check its digits.")
      XCTAssertEqual(form.expiry.mistake, "Enter the month and year.")
      XCTAssertEqual(form.securityCode.mistake, "Enter its 3 digits.")
      XCTAssertEqual(store.cards.count, 0)
      form.number.text = "4242424242424242"
      XCTAssertNil(form.number.mistake)
      form.securityCode.text = "123"
      let year = Calendar(identifier: .gregorian).component(.year, from: Date()) % 100 + 2
      form.expiry.text = "04/\(year)"
      store.errors = [.refused("This card has expired")]
      OnScreen.press(form.add)
      try await eventually("it says why not") {
        OnScreen.texts(in: window.dialog.widget).contains("This card has expired")
      }
      OnScreen.press(form.add)
      try await rows(["visa", "paypal", "new"], in: window)
      XCTAssertNil(window.panel.cardForm)
      XCTAssertTrue(window.rows[2].method.isDefault)
    }
    XCTAssertEqual(store.cards.map(\.number), ["4242424242424242", "4242424242424242"])
  }

  @MainActor func testAnEmptyListOffersToAddACard() async throws {
    let store = Store()
    store.methods = []
    try await show(store) { window in
      try await eventually("it says so") {
        OnScreen.texts(in: window.dialog.widget).contains("There are no payment methods yet. Add a card to pay with.")
      }
      let focus = gtk_window_get_focus(cwk_window(window.dialog.widget))
      XCTAssertEqual(focus, window.panel.add)
      OnScreen.press(window.panel.add)
      try await eventually("the fields of a card are there") { window.panel.cardForm != nil }
      OnScreen.press(try XCTUnwrap(window.panel.cardForm).back)
      try await eventually("it is the list again") { window.panel.cardForm == nil }
    }
  }

  @MainActor func testUseMakesOneTheDefault() async throws {
    let store = Store()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("it is the default") { window.rows[1].method.isDefault }
      XCTAssertNotNil(window.rows[0].use)
    }
    XCTAssertEqual(store.methods.map(\.isDefault), [false, true])
  }

  @MainActor func testNothingCanBeChangedInTheFirstSecond() async throws {
    let store = Store()
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
      // What is shown after a change has not been seen either.
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("it is the default") { window.rows[1].method.isDefault }
      XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.rows[0].use)))
      XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.rows[1].remove)))
    }
    XCTAssertEqual(store.methods.map(\.isDefault), [false, true])
  }

  @MainActor func testRemovalIsAskedAboutFirst() async throws {
    let store = Store()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      OnScreen.press(try XCTUnwrap(window.rows[1].remove))
      try await eventually("it asks") { window.rows[1].keep != nil }
      XCTAssertEqual(OnScreen.texts(in: window.rows[1].widget), ["Remove PayPal?", "Remove", "Keep"])
      OnScreen.press(try XCTUnwrap(window.rows[1].keep))
      try await eventually("it is there again") { window.rows[1].remove != nil }
      XCTAssertEqual(OnScreen.texts(in: window.rows[1].widget), ["PayPal", "Use", "Remove"])
      XCTAssertEqual(store.methods.count, 2)
      OnScreen.press(try XCTUnwrap(window.rows[1].remove))
      try await eventually("it asks") { window.rows[1].confirm != nil }
      OnScreen.press(try XCTUnwrap(window.rows[1].confirm))
      try await rows(["visa"], in: window)
    }
    XCTAssertEqual(store.methods.map(\.id), ["visa"])
  }

  @MainActor func testWithNothingItSaysSo() async throws {
    let store = Store()
    store.methods = []
    try await show(store) { window in
      try await eventually("it says so") {
        OnScreen.texts(in: window.dialog.widget).contains("There are no payment methods yet. Add a card to pay with.")
      }
    }
  }

  @MainActor func testWhatCannotBeLoadedIsTriedAgain() async throws {
    let store = Store()
    store.errors = [.serviceUnavailable]
    try await show(store) { window in
      try await eventually("it says why") {
        OnScreen.texts(in: window.dialog.widget).contains(OnsideServiceError.serviceUnavailable.userMessage)
      }
      XCTAssertTrue(window.rows.isEmpty)
      OnScreen.press(try XCTUnwrap(window.retry))
      try await rows(["visa", "paypal"], in: window)
      XCTAssertNil(window.retry)
    }
  }

  @MainActor func testWhatCannotBeChangedStays() async throws {
    let store = Store()
    try await show(store) { window in
      try await rows(["visa", "paypal"], in: window)
      store.errors = [.connectionError]
      OnScreen.press(try XCTUnwrap(window.rows[1].use))
      try await eventually("it says why") {
        OnScreen.texts(in: window.dialog.widget).contains(OnsideServiceError.connectionError.userMessage)
      }
      XCTAssertEqual(window.rows.map(\.method.isDefault), [true, false])
      XCTAssertTrue(OnScreen.isSensitive(try XCTUnwrap(window.rows[1].use)))
    }
    XCTAssertEqual(store.methods.map(\.isDefault), [true, false])
  }

  @MainActor func testItCanBeClosedWhileItLoads() async throws {
    let store = Store()
    let gate = Gate()
    store.gate = gate
    try await show(store) { window in
      try await eventually("it loads") { gate.count == 1 }
      XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("Loading …"))
    }
    gate.open()
    // What comes afterwards finds no window.
    await Task.yield()
  }

  @MainActor func testInLocalTestingThereIsNone() async throws {
    try GLibMainLoop.start()
    let interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: HandTimers().start)
    let store = Store()
    store.errors = [.notSupportedInLocalTesting]
    let end = present(store, by: interface)
    let error = try await within("the end") { await end.value }
    XCTAssertEqual(error, .notSupportedInLocalTesting)
    XCTAssertNil(interface.paymentMethods)
  }

  @MainActor func testEscapeOrACancelledTaskCloses() async throws {
    for isCancelled in [false, true] {
      try GLibMainLoop.start()
      let interface = WindowInterface(openDisplay: GLibMainLoop.start, startTimer: HandTimers().start)
      let end = present(Store(), by: interface)
      try await eventually("it is painted") { interface.paymentMethods?.dialog.isSeen == true }
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

  @MainActor func testWithoutADisplayItCannotBeShown() async throws {
    let interface = WindowInterface(openDisplay: { throw NoDisplay() }, startTimer: HandTimers().start)
    let error = await present(Store(), by: interface).value
    XCTAssertEqual(error, .presentationFailed)
  }
}
#endif
