import WebKit
import WebTestSupport
import XCTest

/// The JavaScript panels that a page requests.
@MainActor final class PanelTests: XCTestCase {
  private final class Panels: NSObject, WKUIDelegate {
    var texts: [String] = []
    var frames: [String] = []

    func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor () -> Void
    ) {
      texts.append(message)
      frames.append(frame.summary)
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

  /// A delegate that answers with the asynchronous methods, and not at once.
  private final class AsynchronousPanels: NSObject, WKUIDelegate {
    var texts: [String] = []

    func webView(
      _ webView: WKWebView, runJavaScriptAlertPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async {
      await Task.yield()
      texts.append(message)
    }

    func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo
    ) async -> Bool {
      await Task.yield()
      texts.append(message)
      return true
    }

    func webView(
      _ webView: WKWebView, runJavaScriptTextInputPanelWithPrompt prompt: String, defaultText: String?,
      initiatedByFrame frame: WKFrameInfo
    ) async -> String? {
      await Task.yield()
      texts.append("\(prompt) \(defaultText ?? "nil")")
      return "answer"
    }
  }

  /// A delegate that never answers.
  private final class Silence: NSObject, WKUIDelegate {
    func webView(
      _ webView: WKWebView, runJavaScriptConfirmPanelWithMessage message: String, initiatedByFrame frame: WKFrameInfo,
      completionHandler: @escaping @MainActor (Bool) -> Void
    ) {}
  }

  private final class Nothing: NSObject, WKUIDelegate {}

  private let questions = "return [alert('a') ?? null, confirm('b'), prompt('c', 'd')]"

  func testADelegateAnswers() async throws {
    let browser = Browser()
    let panels = Panels()
    browser.webView.uiDelegate = panels
    try await browser.open("<body>")
    let answers = try await browser.json(questions)
    XCTAssertEqual(answers, #"[null,true,"answer"]"#)
    XCTAssertEqual(panels.texts, ["a", "b", "c d"])
  }

  func testADelegateAnswersAsynchronously() async throws {
    let browser = Browser()
    let panels = AsynchronousPanels()
    browser.webView.uiDelegate = panels
    try await browser.open("<body>")
    let answers = try await browser.json(questions)
    XCTAssertEqual(answers, #"[null,true,"answer"]"#)
    XCTAssertEqual(panels.texts, ["a", "b", "c d"])
  }

  func testADelegateWithoutPanelMethodsDismissesThePanels() async throws {
    let browser = Browser()
    let nothing = Nothing()
    browser.webView.uiDelegate = nothing
    try await browser.open("<body>")
    let answers = try await browser.json(questions)
    XCTAssertEqual(answers, "[null,false,null]")
  }

  func testReleasingTheHandlerDismissesThePanel() async throws {
    let browser = Browser()
    let silence = Silence()
    browser.webView.uiDelegate = silence
    try await browser.open("<body>")
    let answer = try await browser.json("return confirm('b')")
    XCTAssertEqual(answer, "false")
  }

  func testWithoutADelegatePanelsAreDismissed() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let answers = try await browser.json(
      "return [alert('a') ?? null, confirm('b'), prompt('c', 'd'), window.open('about:blank')]")
    XCTAssertEqual(answers, "[null,false,null,null]")
  }

  func testTheRequestingFrameIsReportedOnlyIfItIsCertain() async throws {
    let browser = Browser()
    let panels = Panels()
    browser.webView.uiDelegate = panels
    try await browser.open("<script>alert(1)</script>")
    try await browser.open(with: [.sameOrigin])
    _ = try await browser.text("alert(1)")
    try await browser.open(with: [.crossOrigin])
    _ = try await browser.text("alert(1)")
    _ = try await browser.text("alert(1)", in: .crossOrigin)
    try await browser.open(with: [.sandboxed])
    _ = try await browser.text("document.getElementById('sandboxed').remove(); alert(1)")
    XCTAssertEqual(
      panels.frames,
      ["main test://page.example", "sub test://page.example", "sub opaque", "sub opaque", "main test://page.example"])
  }
}
