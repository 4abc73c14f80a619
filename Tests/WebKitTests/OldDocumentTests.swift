import WebKit
import WebTestSupport
import XCTest

/// The app's calls for one document must not have an effect on the next document, and the last messages of a document
/// must arrive.
@MainActor final class OldDocumentTests: XCTestCase {
  /// A delegate that runs scripts in a message's frame, one after another. It begins when a navigation to a blank page
  /// is allowed, and ends when a script is refused.
  private final class Delegate: NSObject, WKNavigationDelegate {
    let end = Mailbox<[String]>()
    var frame: WKFrameInfo?
    var places: [String] = []
    var limit = Int.max

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
    ) {
      decisionHandler(.allow)
      guard navigationAction.request.url == URL(string: "about:blank"), let frame else { return }
      run(in: frame, webView)
    }

    private func run(in frame: WKFrameInfo, _ webView: WKWebView) {
      webView.evaluateJavaScript("window.visited = true; location.href", in: frame, in: .page) { [weak self] result in
        guard let self else { return }
        if case .success(let place) = result { places.append(place as? String ?? "") }
        if case .success = result, places.count < limit { return run(in: frame, webView) }
        end.put(places)
      }
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

  func testScriptsDoNotRunInTheBlankPageThatReplacesTheirs() async throws {
    let browser = try await browser()
    try await browser.webView.evaluateJavaScript("location = 'about:blank'; 0")
    let places = try await delegate.end.next()
    XCTAssertEqual(Set(places).subtracting(["test://page.example/"]), [])
    try await eventually("the blank page") { browser.webView.url?.absoluteString == "about:blank" }
    // The last script was refused, but may have run anyway. Check that it did not run in the blank page.
    let visited = try await browser.webView.callAsyncJavaScript("return window.visited", contentWorld: .page)
    XCTAssertNil(visited)
  }

  /// A navigation to another site changes the web process. The old process runs the last listeners after the new page
  /// is committed.
  func testTheLastMessagesOfAPageArriveFromItsFrames() async throws {
    let farewell = """
      <script>
      for (const type of ["pagehide", "unload"]) {
        addEventListener(type, () => webkit.messageHandlers.app.postMessage(type));
      }
      </script>
      """
    for next in ["test://page.example/next", "test://other.example/"] {
      let browser = Browser { $0.userContentController.add(self.recorder, name: "app") }
      browser.site["test://frame.example/"] = farewell
      try await browser.open("<body>\(farewell)<iframe src='test://frame.example/'></iframe>")
      try await browser.open("<body>", at: next)
      var last: [String] = []
      for _ in 0..<4 {
        let message = try await recorder.messages.next()
        last.append("\(message.frameInfo.summary) \(message.body)")
        XCTAssert(message.webView === browser.webView)
        // The document is gone, so a script must not run in the next document.
        do {
          _ = try await browser.webView.evaluateJavaScript("1", in: message.frameInfo, contentWorld: .page)
          XCTFail("a script ran in a document that is gone")
        } catch {
          XCTAssertEqual((error as? WKError)?.code, .javaScriptInvalidFrameTarget)
        }
      }
      XCTAssertEqual(
        Set(last),
        [
          "main test://page.example pagehide", "main test://page.example unload", "sub test://frame.example pagehide",
          "sub test://frame.example unload",
        ], next)
    }
  }

  func testABlankFrameDoesNotStopScriptsForTheMainFrame() async throws {
    let browser = try await browser()
    delegate.limit = 20
    try await browser.run("document.body.innerHTML = `<iframe src='about:blank'></iframe>`")
    let places = try await delegate.end.next()
    XCTAssertEqual(places, Array(repeating: "test://page.example/", count: 20))
  }
}
