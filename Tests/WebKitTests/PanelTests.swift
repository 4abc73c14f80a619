import WebKit
import WebTestSupport
import XCTest

/// Panels that a page asks for.
@MainActor final class PanelTests: XCTestCase {
  private final class Panels: NSObject, WKUIDelegate {
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
}
