import Causeway
import CausewayWebKit
import OnsideKit
import WebTestSupport
import XCTest

/// Pages that use Onside beside other protocols.
@MainActor final class InstallationTests: XCTestCase {
  func testOnsideCanBeInstalledInTheAppsOwnBridgeBesideOtherDialects() async throws {
    let app = try OnsideApp()
    Onside.install(app.client)
    defer { Onside.install(nil) }
    let bridge = Bridge()
    bridge.install(CausewayDialect([Capability("app.name", policy: .mainFrame, json: { _, _ in "Kiosk" })]))
    OnsideJS.install(in: bridge, configuration: .init())
    let browser = Browser()
    let host = WebViewHost(bridge: bridge)
    host.attach(to: browser.webView.configuration.userContentController, only: browser.webView)
    try await browser.open("<body>")
    let told = try await browser.text(
      """
      await onside.initializeOnside("v1");
      await onside.requestLogin();
      return (await onside.getCurrentStorefront()).countryCode + " " + (await causeway.call("app.name"));
      """)
    XCTAssertEqual(told, "DE Kiosk")
  }
}
