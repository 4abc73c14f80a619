import WebKit
import WebTestSupport
import XCTest

/// What the app does for a document does not happen to the next one.
@MainActor final class OldDocumentTests: XCTestCase {
  /// Runs a script in the frame of a message as soon as a navigation to a blank page is allowed.
  private final class Delegate: NSObject, WKNavigationDelegate {
    let results = Mailbox<Result<Any, any Error>>()
    var frame: WKFrameInfo?

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
      decisionHandler(.allow)
      guard navigationAction.request.url == URL(string: "about:blank"), let frame else { return }
      webView.evaluateJavaScript("location.href", in: frame, in: .page) { [results] in results.put($0) }
    }
  }

  private let recorder = MessageRecorder()
  private let delegate = Delegate()

  private func browser() async throws -> Browser {
    let browser = Browser { $0.userContentController.add(self.recorder, name: "app") }
    try await browser.open("<body><script>webkit.messageHandlers.app.postMessage(1)</script>")
    delegate.frame = try await recorder.messages.next().frameInfo
    browser.webView.navigationDelegate = delegate
    return browser
  }

  func testAScriptDoesNotRunInTheBlankPageThatReplacesIts() async throws {
    let browser = try await browser()
    try await browser.webView.evaluateJavaScript("location = 'about:blank'; 0")
    let result = try await delegate.results.next()
    XCTAssertThrowsError(try result.get(), "\(result)")
    try await eventually("the blank page") { browser.webView.url?.absoluteString == "about:blank" }
  }

  func testABlankFrameIsInNobodysWay() async throws {
    let browser = try await browser()
    try await browser.run("document.body.innerHTML = `<iframe src='about:blank'></iframe>`")
    let result = try await delegate.results.next()
    XCTAssertEqual(try result.get() as? String, "test://page.example/")
  }
}
