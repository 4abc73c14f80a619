#if os(Linux)
import CausewayGTK
import CWebKitGTK
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import CausewayCommand

/// The window of `causeway open`, with keys that a real keyboard sends.
final class DeveloperWindowTests: XCTestCase {
  private static let address = URL(fileURLWithPath: "/page")

  @MainActor func testThePagesTitleIsInTheTitleBarAndKeysLoadThePageAgain() async throws {
    try GLibMainLoop.start()
    let browser = Browser()
    let window = WebViewWindow(browser.webView, title: "New", width: 700, height: 500)
    var reloads = 0
    let developer = DeveloperWindow(window, page: Self.address) { reloads += 1 }
    XCTAssertEqual(window.title, "file:///page – Causeway")
    // The page takes every key that it gets.
    try await browser.open(
      """
      <title>A shop</title><input autofocus>
      <script>
        window.keys = [];
        addEventListener("keydown", (event) => { keys.push(event.key); event.preventDefault(); }, true);
      </script>
      """)
    try await eventually("the page's title") { window.title == "A shop – Causeway" }
    try Keyboard.take("A shop.*")
    for key in ["F5", "ctrl+r"] {
      let count = reloads
      try Keyboard.press(key)
      try await eventually("the reload after \(key)") { reloads == count + 1 }
    }
    let keys = try await browser.run("return keys") as? [String]
    XCTAssertFalse(keys?.contains { ["F5", "r"].contains($0) } ?? true, "\(keys ?? [])")
    try await browser.run("document.title = ''")
    try await eventually("the address as the title") { window.title == "test://page.example/ – Causeway" }
    withExtendedLifetime(developer) {}
  }

  @MainActor func testKeysOpenAndCloseWebKitsInspector() async throws {
    try GLibMainLoop.start()
    let browser = Browser()
    let window = WebViewWindow(browser.webView, title: "New", width: 900, height: 700)
    let developer = DeveloperWindow(window, page: Self.address) {}
    try await browser.open("<title>Inspected</title><input autofocus>")
    try await eventually("the page's title") { window.title == "Inspected – Causeway" }
    try Keyboard.take("Inspected.*")
    try Keyboard.press("F12")
    try await eventually("the inspector after F12") { browser.webView.isInspectorShown }
    // The inspector may have the keyboard now, so the second key goes to the page again.
    try await browser.run("document.querySelector('input').focus()")
    try Keyboard.take("Inspected.*")
    try Keyboard.press("F12")
    try await eventually("the end of the inspector") { !browser.webView.isInspectorShown }
    try Keyboard.press("ctrl+shift+i")
    try await eventually("the inspector after Ctrl+Shift+I") { browser.webView.isInspectorShown }
    browser.webView.toggleInspector()
    try await eventually("the end of the inspector at the test's end") { !browser.webView.isInspectorShown }
    withExtendedLifetime(developer) {}
  }
}
#endif
