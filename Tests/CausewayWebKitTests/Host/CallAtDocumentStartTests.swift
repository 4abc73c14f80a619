import Causeway
import WebKit
import XCTest

/// The app's scripts at document start can call the bridge, whichever script world WebKit runs first.
@MainActor final class CallAtDocumentStartTests: XCTestCase {
  private static let call = """
    window.told = causeway.call("echo", 1).then((value) => `told ${value}`, (error) => error.message);
    window.later = Promise.resolve().then(() => causeway.call("echo", 2)).then((value) => `told ${value}`);
    """

  func testACallAtDocumentStartIsAnsweredWithAnyNumberOfWorlds() async throws {
    for worlds in 0...5 {
      let page = CausewayPage([Capability("echo", policy: .everyone, json: { value, _ in value })])
      let controller = page.browser.webView.configuration.userContentController
      for number in 0..<worlds {
        controller.addUserScript(
          WKUserScript(
            source: "window.number = \(number)", injectionTime: .atDocumentStart, forMainFrameOnly: false,
            in: .world(name: "world-\(number)")))
      }
      controller.addUserScript(
        WKUserScript(source: Self.call, injectionTime: .atDocumentStart, forMainFrameOnly: false))
      try await page.browser.open("<body>")
      let told = try await page.browser.json("return [await told, await later]")
      XCTAssertEqual(told, #"["told 1","told 2"]"#, "\(worlds) more worlds")
      let again = try await page.call("'echo', 3")
      XCTAssertEqual(again, "3", "\(worlds) more worlds")
    }
  }
}
