import WebKit
import WebTestSupport
import XCTest

/// Open calls when the page or its process goes away, and the ownership of objects.
@MainActor final class LifeTests: XCTestCase {
  func testACallFailsWhenThePageNavigates() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let call = Task { try await browser.json("return await new Promise((resolve) => { window.end = resolve })") }
    let started = try await browser.json("return 1")
    XCTAssertEqual(started, "1")
    try await browser.open("<body>")
    do {
      _ = try await call.value
      XCTFail("the call returned a value")
    } catch let error as WKError {
      XCTAssertEqual(error.code, .javaScriptExceptionOccurred)
    }
  }

  func testAKilledProcessFailsItsCallsAndNotifiesTheDelegate() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    var wasTold = false
    browser.onTermination = { wasTold = true }
    let call = Task { try await browser.json("return await new Promise((resolve) => { window.end = resolve })") }
    let started = try await browser.json("return 1")
    XCTAssertEqual(started, "1")
    browser.webView.terminateWebProcess()
    do {
      _ = try await call.value
      XCTFail("the call returned a value")
    } catch let error as WKError {
      XCTAssertEqual(error.code, .webContentProcessTerminated)
    }
    XCTAssertTrue(wasTold)
    // After the error, the web view must work again.
    try await browser.open("<body>")
    let again = try await browser.json("return 2")
    XCTAssertEqual(again, "2")
  }

  func testTheErrorOfAnExceptionContainsItsMessage() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    do {
      _ = try await browser.run("throw new TypeError('no')")
      XCTFail("the call returned a value")
    } catch let error as WKError {
      XCTAssertEqual(error.code, .javaScriptExceptionOccurred)
      XCTAssertEqual((error.errorUserInfo["WKJavaScriptExceptionMessage"] as? String)?.contains("no"), true)
    }
  }

  func testArgumentsArriveUnchanged() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let text = try await browser.run(
      "return JSON.stringify([a, b, c, d, e])",
      ["a": "\u{2028}'\"`${x}</script>", "b": 1.5, "c": true, "d": [1, "x"] as [Any], "e": ["k": "v"]])
    XCTAssertEqual(text as? String, "[\"\u{2028}'\\\"`${x}</script>\",1.5,true,[1,\"x\"],{\"k\":\"v\"}]")
  }

  private final class Handler: NSObject, WKScriptMessageHandlerWithReply {
    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) { (nil, nil) }
  }

  func testAWebViewWithHandlersIsReleased() async throws {
    weak var view: WKWebView?
    weak var controller: WKUserContentController?
    weak var handler: Handler?
    do {
      let own = Handler()
      let browser = Browser { $0.userContentController.addScriptMessageHandler(own, contentWorld: .page, name: "app") }
      try await browser.open("<body>")
      let told = try await browser.json("return await webkit.messageHandlers.app.postMessage(1)")
      XCTAssertEqual(told, "undefined")
      view = browser.webView
      controller = browser.webView.configuration.userContentController
      handler = own
    }
    try await eventually("the release of the web view, its controller and the handler") {
      view == nil && controller == nil && handler == nil
    }
  }

  private final class Keeper: NSObject, WKNavigationDelegate {
    var decisionHandler: (@MainActor (WKNavigationActionPolicy) -> Void)?

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
      self.decisionHandler = decisionHandler
    }
  }

  func testADecisionHandlerThatADelegateKeepsDoesNotRetainTheWebView() async throws {
    let keeper = Keeper()
    weak var view: WKWebView?
    do {
      let webView = WKWebView()
      webView.navigationDelegate = keeper
      webView.loadHTMLString("<body>", baseURL: nil)
      try await eventually("the delegate is asked") { keeper.decisionHandler != nil }
      view = webView
    }
    try await eventually("the web view is gone") { view == nil }
    keeper.decisionHandler?(.allow)
  }

  func testAStoredCookieKeepsItsAttributes() async throws {
    let store = WKWebsiteDataStore.nonPersistent().httpCookieStore
    let cookie = try XCTUnwrap(
      HTTPCookie(properties: [
        .name: "embed", .value: "v", .domain: "page.example", .path: "/api/", .secure: "TRUE",
        HTTPCookiePropertyKey("HttpOnly"): "TRUE",
      ]))
    await store.setCookie(cookie)
    let cookies = await store.allCookies()
    let stored = try XCTUnwrap(cookies.first)
    XCTAssertEqual(stored.value, "v")
    XCTAssertEqual(stored.path, "/api/")
    XCTAssertTrue(stored.isSecure)
    XCTAssertTrue(stored.isHTTPOnly)
    await store.deleteCookie(cookie)
    let rest = await store.allCookies()
    XCTAssertTrue(rest.isEmpty)
  }
}
