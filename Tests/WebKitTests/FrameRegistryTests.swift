import WebTestSupport
import XCTest

@testable import WebKit

/// The registry of the current documents, and the way to send scripts to them.
@MainActor final class FrameRegistryTests: XCTestCase {
  private let recorder = MessageRecorder()

  private func browser() -> Browser {
    Browser { $0.userContentController.add(self.recorder, name: "app") }
  }

  private let report = "<script>webkit.messageHandlers.app.postMessage('here')</script>"

  /// After a document has been lost, a frame that requests the camera must not be reported as the main frame.
  func testAfterALostDocumentTheRequestingFrameIsUnknownUntilTheNextPage() async throws {
    let browser = browser()
    browser.site["test://other.example/"] = report
    try await browser.open("<body><iframe src='test://other.example/'></iframe>")
    let frame = try await recorder.messages.next().frameInfo
    let view = browser.webView
    let frames = view.content.frames
    XCTAssertEqual(frames.documents(of: view)?.count, 2)
    WKFrameInfo.documentsAreGone([frame])
    XCTAssertEqual(frames.count, 1)
    XCTAssertNil(frames.documents(of: view))
    try await browser.open("<body>")
    XCTAssertEqual(frames.documents(of: view)?.count, 1)
  }

  func testBeyondTheLimitDocumentsAndRequestingFramesAreUnknown() async throws {
    let browser = browser()
    browser.site["test://page.example/frame"] = report
    try await browser.open("<body>")
    let view = browser.webView
    let frames = view.content.frames
    frames.maximum = 3
    let add = """
      const frame = document.createElement("iframe");
      frame.src = "test://page.example/frame";
      await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
      """
    for known in [2, 3, 3] {
      try await browser.run(add)
      try await eventually("the number of frames is right") { frames.count == known }
    }
    XCTAssertNil(frames.documents(of: view))
    try await browser.open("<body>")
    XCTAssertEqual(frames.documents(of: view)?.count, 1)
  }

  func testAWaitingScriptEndsEvenIfHandlersWereRemovedAndAdded() async throws {
    let browser = browser()
    try await browser.open("<body>" + report)
    let frame = try await recorder.messages.next().frameInfo
    let view = browser.webView
    // From now on the engine may show a blank page at any time, so the module sends scripts to the document itself.
    try await browser.run(
      """
      await new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.onload = resolve;
        document.body.append(frame);
        frame.src = "about:blank";
      });
      """)
    let waiting = Task {
      try await view.callAsyncJavaScript(
        "window.isWaiting = true; return await new Promise((resolve) => { window.go = resolve; });", in: frame,
        contentWorld: .page) as? String
    }
    func isWaiting() async throws -> Bool {
      try await view.evaluateJavaScript("window.isWaiting === true", in: frame, contentWorld: .page) as? Bool == true
    }
    try await within("the script waits") { while try await !isWaiting() {} }
    let controller = view.configuration.userContentController
    controller.removeAllScriptMessageHandlers()
    controller.add(recorder, name: "app")
    _ = try await within("a script after that") {
      try await view.evaluateJavaScript("go('done'); 0", in: frame, contentWorld: .page) as? Int
    }
    let value = try await within("the script that waits") { try await waiting.value }
    XCTAssertEqual(value, "done")
  }
}
