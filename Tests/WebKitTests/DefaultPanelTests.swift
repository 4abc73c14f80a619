import CWebKitGTK
import WebTestSupport
import XCTest

@testable import WebKit

/// What a page gets that asks for something without a UI delegate: the same as in Apple's web view, and not GTK's own
/// dialogs.
@MainActor final class DefaultPanelTests: XCTestCase {
  /// The number of windows of the program.
  private var windows: Int { Int(g_list_model_get_n_items(gtk_window_get_toplevels())) }

  func testAPrintOfThePageOpensNoDialogAndDoesNotStopThePage() async throws {
    let browser = Browser()
    let window = WebViewWindow(browser.webView, title: "Print", width: 400, height: 300)
    try await browser.open("<p>Receipt")
    let before = windows
    let printed = try await browser.json("window.print(); document.execCommand('print'); return 'printed'")
    XCTAssertEqual(printed, "\"printed\"")
    // The engine requests the dialog before this script ends.
    _ = try await browser.json("await new Promise((resolve) => setTimeout(resolve)); return 1")
    XCTAssertEqual(windows, before)
    withExtendedLifetime(window) {}
  }

  func testPermissionsAreRefused() async throws {
    let browser = Browser()
    let window = WebViewWindow(browser.webView, title: "Permissions", width: 400, height: 300)
    try await browser.load(html: "<p>x", at: "https://page.example/")
    let before = windows
    let answers = try await browser.json(
      """
      const position = await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(() => resolve("granted"), (error) => resolve(error.code)));
      return [position, window.Notification ? await Notification.requestPermission() : "denied"];
      """)
    XCTAssertEqual(answers, #"[1,"denied"]"#)
    XCTAssertEqual(windows, before)
    withExtendedLifetime(window) {}
  }

  func testWarningsAboutTheSystemAreHiddenAndMistakesAreShown() {
    for domain in [nil, "Gtk", "libsoup", "GLib-GIO"] {
      XCTAssertTrue(LibraryMessages.isHidden(G_LOG_LEVEL_WARNING, domain: domain))
      XCTAssertTrue(LibraryMessages.isHidden(G_LOG_LEVEL_MESSAGE, domain: domain))
      XCTAssertFalse(LibraryMessages.isHidden(G_LOG_LEVEL_CRITICAL, domain: domain))
      XCTAssertFalse(LibraryMessages.isHidden(G_LOG_LEVEL_ERROR, domain: domain))
    }
    for domain in ["GLib", "GLib-GObject", "Newsstand"] {
      XCTAssertFalse(LibraryMessages.isHidden(G_LOG_LEVEL_WARNING, domain: domain))
    }
  }
}
