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

/// Payment sheets in real windows with real buttons: their content, and their approval.
final class PaymentWindowTests: PaymentWindowTestCase {
  @MainActor func testTheSheetShowsTheProductThePriceTheStorefrontAndTheRequester() async throws {
    try GLibMainLoop.start()
    let window = PaymentWindow(Samples.sheet(Samples.subscription), startTimer: HandTimers().start)
    defer { window.dialog.close() }
    let words = PaymentText(window.sheet)
    let texts = OnScreen.texts(in: window.dialog.widget)
    for text in [
      "Newsroom Pro", "All articles.", words.price, "every month", words.introduction, words.discount, words.country,
      "every month, until you cancel", "Requested by", "https://shop.example", "Start free trial", "Cancel",
    ] {
      XCTAssertTrue(texts.contains(try XCTUnwrap(text)), "\(text ?? "") is missing in \(texts)")
    }
  }

  @MainActor func testASheetOfTheAppItselfNamesNoRequester() async throws {
    try GLibMainLoop.start()
    let window = PaymentWindow(Samples.sheet(requestingOrigin: nil), startTimer: HandTimers().start)
    defer { window.dialog.close() }
    XCTAssertFalse(OnScreen.texts(in: window.dialog.widget).contains("Requested by"))
  }

  @MainActor func testTextsAreNeverMarkupAndNeverCut() async throws {
    try GLibMainLoop.start()
    var sheet = Samples.sheet(
      requestingOrigin: "https://" + String(repeating: "very-long.", count: 20) + "evil.example")
    sheet.product.localizedTitle = "<b>Free</b>\u{202E}"
    let window = PaymentWindow(sheet, startTimer: HandTimers().start)
    defer { window.dialog.close() }
    let labels = OnScreen.labels(in: window.dialog.widget)
    XCTAssertTrue(labels.allSatisfy { gtk_label_get_use_markup($0.opaque) == 0 })
    let texts = OnScreen.texts(in: window.dialog.widget)
    XCTAssertTrue(texts.contains("<b>Free</b>⟨U+202E⟩"))
    let origin = try XCTUnwrap(
      labels.first { String(cString: gtk_label_get_text($0.opaque)) == sheet.requestingOrigin }, "The origin is missing"
    )
    XCTAssertEqual(gtk_label_get_ellipsize(origin.opaque), PANGO_ELLIPSIZE_NONE)
    XCTAssertEqual(gtk_label_get_wrap(origin.opaque), 1)
  }

  @MainActor func testATextOfAnyLengthFitsOnTheScreen() async throws {
    let interface = try interface()
    var sheet = Samples.sheet(
      Samples.subscription, requestingOrigin: "https://" + String(repeating: "long.", count: 49) + "example")
    sheet.product.localizedTitle = String(repeating: "W", count: 5_000)
    sheet.product.localizedDescription = String(repeating: "more and more ", count: 5_000)
    let answer = present(sheet, by: interface)
    let window = try await window(of: sheet, by: interface)
    XCTAssertLessThanOrEqual(gtk_widget_get_width(window.dialog.widget), 440)
    XCTAssertLessThanOrEqual(gtk_widget_get_height(window.dialog.widget), 1_000)
    OnScreen.press(try XCTUnwrap(window.cancel))
    _ = await answer.value
  }

  @MainActor func testAWindowHasTheThemeOfItsSheet() async throws {
    try GLibMainLoop.start()
    for (theme, name) in [(OnsideUIThemeMode.light, "onside-light"), (.dark, "onside-dark")] {
      let window = PaymentWindow(Samples.sheet(theme: theme), startTimer: HandTimers().start)
      defer { window.dialog.close() }
      XCTAssertEqual(gtk_widget_has_css_class(window.dialog.widget, name), 1)
    }
    let window = PaymentWindow(Samples.sheet(theme: .auto), startTimer: HandTimers().start)
    defer { window.dialog.close() }
    let name = cwk_theme_is_dark(window.dialog.widget) ? "onside-dark" : "onside-light"
    XCTAssertEqual(gtk_widget_has_css_class(window.dialog.widget, name), 1)
  }

  @MainActor func testASheetCannotBeApprovedInTheFirstSecond() async throws {
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

  @MainActor func testCancellingTheTaskClosesTheSheet() async throws {
    let interface = try interface()
    let before = OnScreen.windows
    let sheet = Samples.sheet()
    let answer = present(sheet, by: interface)
    weak let window = try await window(of: sheet, by: interface)
    answer.cancel()
    let result = try await within("an answer") { await answer.value }
    XCTAssertEqual(result, .cancelled)
    XCTAssertEqual(OnScreen.windows, before)
    XCTAssertNil(window, "The window was not released")
  }

  @MainActor func testWithoutADisplayTheSheetFailsWithPresentationFailed() async throws {
    let interface = WindowInterface(openDisplay: { throw NoDisplay() }, startTimer: HandTimers().start)
    let answer = await present(Samples.sheet(), by: interface).value
    XCTAssertEqual(answer, .presentationFailed)
    XCTAssertNil(interface.payment)
  }
}
#endif
