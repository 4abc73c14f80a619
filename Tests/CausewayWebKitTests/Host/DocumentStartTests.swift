import WebKit
import WebTestSupport
import XCTest

/// Messages that a script posts at document start, before any script of the page has run.
@MainActor final class DocumentStartTests: XCTestCase {
  private final class Echo: NSObject, WKScriptMessageHandlerWithReply {
    var bodies: [String] = []

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
      bodies.append(message.body as? String ?? "?")
      return (message.frameInfo.isMainFrame ? "main" : "sub", nil)
    }
  }

  /// The test opens several web views, because the order in which WebKit runs the scripts of different worlds changes
  /// from process to process.
  func testAScriptAtDocumentStartCanPostAMessage() async throws {
    for _ in 0..<12 {
      let echo = Echo()
      let browser = Browser {
        $0.userContentController.addScriptMessageHandler(echo, contentWorld: .page, name: "app")
        $0.userContentController.addUserScript(
          WKUserScript(
            source: """
              window.first = webkit.messageHandlers.app.postMessage("first");
              window.second = webkit.messageHandlers.app.postMessage("second");
              """, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: .page))
      }
      try await browser.open("<body><script>third = webkit.messageHandlers.app.postMessage('third')</script>")
      let told = try await browser.text("return (await Promise.all([first, second, third])).join()")
      XCTAssertEqual(told, "main,main,main")
      XCTAssertEqual(echo.bodies, ["first", "second", "third"])
    }
  }
}
