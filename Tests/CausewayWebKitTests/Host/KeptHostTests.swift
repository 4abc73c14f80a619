import Causeway
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Hosts that only a content controller retains.
@MainActor final class KeptHostTests: XCTestCase {
  private func attachHost(to browser: Browser) -> WebViewHost {
    let bridge = Bridge()
    bridge.install(CausewayDialect([Capability("echo", policy: .everyone, json: { value, _ in value })]))
    let host = WebViewHost(bridge: bridge)
    host.attach(to: browser.webView.configuration.userContentController, keepsHost: true)
    return host
  }

  func testTheContentControllerRetainsTheHostUntilTheWebViewIsReleased() async throws {
    weak var host: WebViewHost?
    weak var bridge: Bridge?
    do {
      let browser = Browser()
      host = attachHost(to: browser)
      bridge = host?.bridge
      try await browser.open("<body>")
      let told = try await browser.text("return await causeway.call('echo', 1)")
      XCTAssertEqual(told, "1")
      XCTAssertNotNil(host)
    }
    try await eventually("the release") { host == nil && bridge == nil }
  }

  func testADetachedHostIsReleasedAndTheNextHostUsesItsScripts() async throws {
    let browser = Browser()
    weak var first: WebViewHost?
    do { first = attachHost(to: browser) }
    let controller = browser.webView.configuration.userContentController
    try await browser.open("<body>")
    first?.detach(from: controller)
    try await eventually("the release") { first == nil }
    _ = attachHost(to: browser)
    // There must be only two scripts: the script that reports the life of each document, and the page runtime.
    XCTAssertEqual(controller.userScripts.count, 2)
    try await browser.open("<body>")
    let told = try await browser.text("return await causeway.call('echo', 2)")
    XCTAssertEqual(told, "2")
  }
}
