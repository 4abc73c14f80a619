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

/// The messages of a payment sheet about its payment, from the approval to the end.
final class PaymentOutcomeWindowTests: PaymentWindowTestCase {
  @MainActor func testTheSheetStaysUntilThePaymentIsPaid() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let window = try await approved(sheet, by: interface)
    XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("Paying …"))
    XCTAssertNil(window.pay)
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertTrue(OnScreen.texts(in: window.dialog.widget).contains("Paid"))
    XCTAssertEqual(Self.timers.delay, PaymentWindow.successDuration)
    XCTAssertNotNil(interface.payment)
    Self.timers.fire()
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  @MainActor func testARefusedPaymentShowsItsReasonUntilItIsClosed() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let window = try await approved(sheet, by: interface)
    interface.paymentDidEnd(sheet, .refused("Declined by the bank\u{202E}"))
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains("Declined by the bank⟨U+202E⟩"))
    XCTAssertTrue(texts.contains("Close"))
    OnScreen.press(try XCTUnwrap(window.cancel))
    try await eventually("the payment sheet is closed") { interface.payment == nil }
  }

  @MainActor func testClosingTheSheetDuringAPaymentDoesNotAffectThePayment() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let window = try await approved(sheet, by: interface)
    OnScreen.pressEscape(in: window.dialog.widget)
    try await eventually("the payment sheet is closed") { interface.payment == nil }
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertNil(interface.payment)
  }

  @MainActor func testAChangedPriceIsShownInTheSameWindow() async throws {
    let interface = try interface()
    var sheet = Samples.sheet()
    let window = try await approved(sheet, by: interface)
    sheet.product.price.value = 5.99
    sheet.priceHasChanged = true
    let second = present(sheet, by: interface)
    try await eventually("the sheet asks again") { window.state == .asking }
    XCTAssertTrue(interface.payment === window)
    let words = PaymentText(sheet)
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains(words.price))
    XCTAssertTrue(texts.contains(try XCTUnwrap(words.note)))
    // The sheet shows another price now, so the user must have time to read it before the approval.
    XCTAssertFalse(OnScreen.isSensitive(try XCTUnwrap(window.pay)))
    try approve(window)
    let answer = await second.value
    XCTAssertNil(answer)
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertEqual(window.state, .paid)
    window.leave()
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  @MainActor func testASheetWithAChangedPriceCanBeDismissedOrWithdrawn() async throws {
    for isWithdrawn in [false, true] {
      let interface = try interface()
      var sheet = Samples.sheet()
      let window = try await approved(sheet, by: interface)
      sheet.priceHasChanged = true
      let second = present(sheet, by: interface)
      try await eventually("the sheet asks again") { window.state == .asking }
      if isWithdrawn { second.cancel() } else { OnScreen.press(try XCTUnwrap(window.cancel)) }
      let answer = try await within("an answer") { await second.value }
      XCTAssertEqual(answer, .cancelled)
      try await eventually("the payment sheet closes") { interface.payment == nil }
    }
  }

  @MainActor func testADelayedPaymentStaysOnTheScreenAndCanStillBePaid() async throws {
    let interface = try interface()
    let sheet = Samples.sheet()
    let window = try await approved(sheet, by: interface)
    interface.paymentDidEnd(sheet, .delayed)
    interface.paymentDidEnd(sheet, .delayed)
    XCTAssertEqual(OnScreen.texts(in: window.dialog.widget).filter { $0.contains("could not be reached") }.count, 1)
    await Task.yield()
    interface.paymentDidEnd(sheet, .paid)
    XCTAssertEqual(window.state, .paid)
    Self.timers.fire()
    try await eventually("the payment sheet closes") { interface.payment == nil }
  }

  @MainActor func testTheNextScreenReplacesADelayedPayment() async throws {
    let interface = try interface()
    let before = OnScreen.windows
    let sheet = Samples.sheet()
    _ = try await approved(sheet, by: interface)
    interface.paymentDidEnd(sheet, .delayed)
    let other = Samples.sheet(Samples.subscription)
    let next = present(other, by: interface)
    let window = try await window(of: other, by: interface)
    XCTAssertEqual(OnScreen.windows, before + 1)
    OnScreen.press(try XCTUnwrap(window.cancel))
    let result = await next.value
    XCTAssertEqual(result, .cancelled)
  }
}
#endif
