import WebKit
import WebTestSupport
import XCTest

/// Panels and windows that a page asks for.
@MainActor final class PanelTests: XCTestCase {
  private final class Panels: NSObject, WKUIDelegate {
    var opened: WKWebView?
    let closed = Mailbox<WKWebView>()
    var texts: [String] = []

    func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor () -> Void
    ) {
      texts.append(message)
      completionHandler()
    }

    func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor (Bool) -> Void
    ) {
      texts.append(message)
      DispatchQueue.main.async { MainActor.assumeIsolated { completionHandler(true) } }
    }

    func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
      initiatedByFrame frame: WKFrameInfo, completionHandler: @escaping @MainActor (String?) -> Void
    ) {
      texts.append("\(prompt) \(defaultText ?? "nil")")
      completionHandler("answer")
    }

    func webView(
      _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
      for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
    ) -> WKWebView? {
      texts.append(navigationAction.request.url?.absoluteString ?? "nil")
      let webView = WKWebView(frame: .zero, configuration: configuration)
      webView.uiDelegate = self
      opened = webView
      return webView
    }

    func webViewDidClose(_ webView: WKWebView) { closed.put(webView) }
  }

  func testADelegateAnswers() async throws {
    let browser = Browser()
    let panels = Panels()
    browser.webView.uiDelegate = panels
    try await browser.open("<body>")
    let answers = try await browser.json("return [alert('a') ?? null, confirm('b'), prompt('c', 'd')]")
    XCTAssertEqual(answers, #"[null,true,"answer"]"#)
    XCTAssertEqual(panels.texts, ["a", "b", "c d"])
  }

  func testWithoutADelegatePanelsAreDismissed() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let answers = try await browser.json(
      "return [alert('a') ?? null, confirm('b'), prompt('c', 'd'), window.open('about:blank')]")
    XCTAssertEqual(answers, "[null,false,null,null]")
  }

  func testANewWindowSpeaksForItself() async throws {
    let recorder = MessageRecorder()
    let browser = Browser {
      $0.userContentController.add(recorder, name: "app")
      $0.preferences.javaScriptCanOpenWindowsAutomatically = true
    }
    let panels = Panels()
    browser.webView.uiDelegate = panels
    browser.site["test://page.example/new"] = "<script>webkit.messageHandlers.app.postMessage(opener !== null)</script>"
    try await browser.open("<body>")
    try await browser.run("window.other = window.open('/new')")
    let message = try await recorder.messages.next()
    XCTAssertEqual(panels.texts, ["test://page.example/new"])
    XCTAssertTrue(message.webView === panels.opened)
    XCTAssertEqual(message.frameInfo.summary, "main test://page.example")
    XCTAssertEqual(message.body as? Bool, true)
    try await browser.run("other.close()")
    let closed = try await panels.closed.next()
    XCTAssertTrue(closed === panels.opened)
  }
}
