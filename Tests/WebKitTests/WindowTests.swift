import WebKit
import WebTestSupport
import XCTest

/// Windows that pages open, and the access of opener and window to each other.
@MainActor final class WindowTests: XCTestCase {
  private let windows = Windows()

  private func browser(_ configure: (WKWebViewConfiguration) -> Void = { _ in }) -> Browser {
    let browser = Browser(configure)
    browser.webView.uiDelegate = windows
    return browser
  }

  func testOpenerAndWindowExchangeMessages() async throws {
    let browser = browser()
    for host in ["page", "other"] {
      let url = "test://\(host).example/window"
      browser.site[url] = """
        <title>window</title>
        <script>addEventListener("message", (e) => e.source.postMessage([e.data, e.source === opener], "*"))</script>
        """
      try await browser.open("<body>")
      let heard = try await within("talk with \(host)") {
        try await browser.json(
          """
          const child = window.open("\(url)");
          if (child === null) return "null";
          return await new Promise((resolve) => {
            addEventListener("message", (e) => resolve([e.data, e.source === child, child.opener === window]));
            const timer = setInterval(() => child.postMessage("hello", "*"), 20);
          }).catch((error) => String(error));
          """)
      }
      // Accept a SecurityError for `child.opener`, because a page cannot read this property of a window of another
      // origin.
      XCTAssertTrue(
        heard == #"[["hello",true],true,true]"# || (host == "other" && heard.hasPrefix("\"SecurityError")), heard)
      let window = try XCTUnwrap(windows.open.last)
      XCTAssertEqual(window.url?.absoluteString, url)
      XCTAssertEqual(window.title, "window")
      XCTAssertEqual(windows.actions.last?.request.url?.absoluteString, url)
      XCTAssertEqual(window.configuration.userContentController, browser.webView.configuration.userContentController)
    }
  }

  func testAWindowCanBeLoadedInItsOpener() async throws {
    let browser = browser()
    browser.site["test://page.example/next"] = "<title>next</title>"
    windows.make = { webView, _, action in
      webView.load(action.request)
      return nil
    }
    try await browser.open("<title>first</title><a href='/next' target='_blank'>next</a>")
    try await browser.webView.evaluateJavaScript("document.querySelector('a').click()")
    try await eventually("the opener shows the page") { browser.webView.title == "next" }
    XCTAssertEqual(windows.open, [])
    XCTAssertEqual(windows.actions.first?.navigationType, .linkActivated)
  }

  func testALinkWithATargetHasNoOpener() async throws {
    let browser = browser()
    browser.site["test://page.example/next"] = "<script>document.title = String(opener)</script>"
    try await browser.open("<a href='/next' target='_blank'>next</a>")
    try await browser.webView.evaluateJavaScript("document.querySelector('a').click()")
    try await eventually("the window shows the page") { self.windows.open.first?.title == "null" }
  }

  func testNoWindowOpensIfTheDelegateReturnsNoWebView() async throws {
    let browser = browser()
    windows.make = { _, _, _ in nil }
    try await browser.open("<body>")
    let opened = try await browser.json("return window.open('about:blank')")
    XCTAssertEqual(opened, "null")
    XCTAssertEqual(windows.actions.count, 1)
  }

  func testAPageOpensWindowsWithoutAGestureOnlyIfAllowed() async throws {
    for isAllowed in [false, true] {
      let browser = browser { $0.preferences.javaScriptCanOpenWindowsAutomatically = isAllowed }
      try await browser.open("<script>document.title = String(window.open('about:blank') !== null)</script>")
      let title = try await browser.json("return document.title")
      XCTAssertEqual(title, "\"\(isAllowed)\"")
    }
  }

  func testAWindowThatClosesItselfIsReported() async throws {
    let browser = browser()
    browser.site["test://page.example/window"] = "<script>opener.document.title = 'closing'; close()</script>"
    try await browser.open("<body>")
    let call = Task { try await browser.json("window.child = window.open('/window'); return child !== null") }
    let opened = try await call.value
    XCTAssertEqual(opened, "true")
    try await eventually("the delegate is told") { self.windows.closed == 1 }
    XCTAssertEqual(browser.webView.title, "closing")
    XCTAssertEqual(windows.open, [])
    let isClosed = try await browser.json("return child.closed")
    XCTAssertEqual(isClosed, "true")
  }

  func testAWindowOutlivesItsOpener() async throws {
    weak var opener: WKWebView?
    do {
      let browser = browser()
      browser.site["test://page.example/window"] = "<title>window</title>"
      try await browser.open("<body>")
      try await browser.run("window.open('/window')")
      opener = browser.webView
      try await eventually("the window is loaded") { self.windows.open.first?.title == "window" }
    }
    try await eventually("the opener is released") { opener == nil }
    let window = try XCTUnwrap(windows.open.first)
    let sum = try await window.callAsyncJavaScript("return 1 + 1", contentWorld: .page) as? Int
    XCTAssertEqual(sum, 2)
  }

  func testOpenerAndWindowAreReleased() async throws {
    weak var opener: WKWebView?
    weak var window: WKWebView?
    weak var controller: WKUserContentController?
    do {
      let browser = browser()
      try await browser.open("<body>")
      try await browser.run("window.open('about:blank')")
      opener = browser.webView
      window = windows.open.first
      controller = browser.webView.configuration.userContentController
      XCTAssertNotNil(window)
      windows.open = []
      windows.actions = []
    }
    try await eventually("everything is released") { opener == nil && window == nil && controller == nil }
  }
}
