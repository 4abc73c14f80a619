import Causeway
import CausewayWebKit
import WebTestSupport
import XCTest

/// A host that serves only one of the web views that share a content controller.
@MainActor final class ServedWebViewTests: XCTestCase {
  private static let call = """
    try {
      return await causeway.call("name");
    } catch (error) {
      return error.message;
    }
    """

  func testAnotherWebViewIsRefusedAfterTheHostIsAttachedAgain() async throws {
    let bridge = Bridge()
    bridge.install(CausewayDialect([Capability("name", policy: .everyone, json: { _, _ in "Kiosk" })]))
    let host = WebViewHost(bridge: bridge)
    let served = Browser()
    let controller = served.webView.configuration.userContentController
    host.attach(to: controller, only: served.webView)
    let other = Browser()
    host.attach(to: other.webView.configuration.userContentController)
    let window = Browser { $0.userContentController = controller }
    for browser in [served, other, window] { try await browser.open("<body>") }

    let ofServed = try await served.text(Self.call)
    XCTAssertEqual(ofServed, "Kiosk")
    let ofOther = try await other.text(Self.call)
    XCTAssertEqual(ofOther, "Kiosk")
    let ofWindow = try await window.text(Self.call)
    XCTAssertTrue(ofWindow.contains("The app does not serve this web view."), ofWindow)
  }
}
