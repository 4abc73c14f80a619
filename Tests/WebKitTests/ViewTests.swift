import CWebKitGTK
import WebKit
import WebTestSupport
import XCTest

/// The layout and the state of a web view, in a window and without one.
@MainActor final class ViewTests: XCTestCase {
  func testAPageIsLaidOutInTheFramesSize() async throws {
    let browser = Browser()
    try await browser.open("<title>A title</title><body>")
    let size = try await browser.json("return [innerWidth, innerHeight]")
    XCTAssertEqual(size, "[800,600]")
    XCTAssertEqual(browser.webView.title, "A title")
    XCTAssertEqual(browser.webView.url?.absoluteString, "test://page.example/")
    XCTAssertFalse(browser.webView.isLoading)
    XCTAssertEqual(browser.webView.estimatedProgress, 1)
  }

  func testAPageMayBeEmpty() async throws {
    let webView = Browser().webView
    func expectEmptyPage(at url: URL) async throws {
      try await eventually("the empty page is loaded") { webView.url?.host == url.host && !webView.isLoading }
      let page = try await webView.callAsyncJavaScript(
        "return origin + document.body.innerHTML", contentWorld: .page)
      XCTAssertEqual(page as? String, url.absoluteString)
    }
    let text = try XCTUnwrap(URL(string: "https://text.example"))
    webView.loadHTMLString("", baseURL: text)
    try await expectEmptyPage(at: text)
    let data = try XCTUnwrap(URL(string: "https://data.example"))
    webView.load(Data(), mimeType: "text/html", characterEncodingName: "UTF-8", baseURL: data)
    try await expectEmptyPage(at: data)
  }

  func testASnapshotHasPNGData() async throws {
    let browser = Browser()
    try await browser.open("<body style='background: #123456'>")
    let image = try await browser.webView.takeSnapshot(configuration: nil)
    XCTAssertEqual(image.size, CGSize(width: 800, height: 600))
    let png = try XCTUnwrap(image.pngData())
    XCTAssertEqual(png.prefix(8), Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  }

  func testAWindowShowsThePage() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let window = WebViewWindow(browser.webView, title: "Test", width: 500, height: 400)
    let size = try await browser.json(
      "while (document.hidden || innerWidth !== 500) await new Promise((resolve) => setTimeout(resolve, 1)); return innerHeight"
    )
    XCTAssertEqual(size, "400")
    withExtendedLifetime(window) {}
  }

  func testTheUserAgentEndsWithTheAppsNameOrIsReplaced() async throws {
    let browser = Browser { $0.applicationNameForUserAgent = "Test/1" }
    try await browser.open("<body>")
    let own = try await browser.run("return navigator.userAgent") as? String
    XCTAssertEqual(own?.hasSuffix("Test/1"), true, own ?? "nil")
    browser.webView.customUserAgent = "Something/2 (else)"
    try await browser.open("<body>")
    let custom = try await browser.run("return navigator.userAgent") as? String
    XCTAssertEqual(custom, "Something/2 (else)")
  }

  func testContentJavaScriptCanBeOff() async throws {
    let browser = Browser { $0.defaultWebpagePreferences.allowsContentJavaScript = false }
    try await browser.open("<body onload=''><script>document.title = 'ran'</script>")
    XCTAssertEqual(browser.webView.title, "")
    let sum = try await browser.webView.evaluateJavaScript("1 + 1") as? Int
    XCTAssertEqual(sum, 2)
  }

  func testAGTKProgramCanShowTheWidget() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let widget = browser.webView.gtkWidgetPointer.assumingMemoryBound(to: GtkWidget.self)
    let content = try XCTUnwrap(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    let box = UnsafeMutableRawPointer(content).assumingMemoryBound(to: GtkBox.self)
    gtk_box_append(box, gtk_label_new("beside"))
    gtk_widget_set_hexpand(widget, 1)
    gtk_box_append(box, widget)
    let window = cwk_window(try XCTUnwrap(gtk_window_new()))
    gtk_window_set_default_size(window, 400, 300)
    gtk_window_set_child(window, content)
    gtk_window_present(window)
    defer {
      gtk_box_remove(box, widget)
      gtk_window_destroy(window)
    }
    let size = try await browser.json(
      """
      while (document.visibilityState !== "visible" || innerHeight !== 300) {
        await new Promise((turn) => setTimeout(turn, 10));
      }
      return [innerWidth < 400 && innerWidth > 300, innerHeight];
      """)
    XCTAssertEqual(size, "[true,300]")
  }
}
