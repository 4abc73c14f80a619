import Causeway
import CausewayWebKit
import GBGBridge
import WebKit
import WebTestSupport
import XCTest

/// A host that is attached to a web view, as in an app.
@MainActor final class WebViewTests: XCTestCase {
  private let ask = """
    const id = String(Math.random());
    const response = new Promise((resolve) => { GBGBridge.receive = (m) => { if (m.correlationId === id) resolve(m); }; });
    webkit.messageHandlers.gbgBridge.postMessage(
      { type: "request", correlationId: id, payload: { action: "capability.query" } });
    return JSON.stringify((await response).payload.data);
    """

  func testAConfiguredWebViewHasTheBridge() async throws {
    let host = BridgeHost(hostVersion: "7.0")
    let browser = Browser()
    BridgeWebViewConfigurator.configure(browser.webView, host: host)
    XCTAssertTrue(host.isAttached)
    try await browser.open("<body>")
    let answer = try await browser.text(ask)
    XCTAssertEqual(answer, #"{"capabilities":{},"hostVersion":"7.0"}"#)
  }

  func testDetachingEndsThePageAndTheWebViewCanBeAttachedAgain() async throws {
    let host = BridgeHost(hostVersion: "7.0")
    let browser = Browser()
    host.attach(browser.webView)
    try await browser.open("<body>")
    _ = try await browser.text(
      """
      webkit.messageHandlers.gbgBridge.postMessage(
        { type: "request", correlationId: "c", payload: { action: "app.ask" } });
      return 1;
      """)
    try await eventually("the request") { host.pendingRequests.count == 1 }
    host.detach()
    XCTAssertEqual(host.pendingRequests, [])
    XCTAssertFalse(host.isAttached)
    let other = BridgeHost(hostVersion: "8.0")
    other.attach(browser.webView)
    try await browser.open("<body>")
    let answer = try await browser.text(ask)
    XCTAssertTrue(answer.contains("8.0"))
    XCTAssertEqual(host.receivedMessages.count, 1)
  }

  #if os(Linux)
  func testTheEndOfTheProcessIsReportedToTheHost() async throws {
    let host = BridgeHost(hostVersion: "7.0")
    let browser = Browser()
    host.attach(browser.webView)
    browser.onTermination = { host.webContentProcessDidTerminate() }
    try await browser.open("<body>")
    _ = try await browser.text(
      """
      webkit.messageHandlers.gbgBridge.postMessage(
        { type: "request", correlationId: "c", payload: { action: "app.ask" } });
      return 1;
      """)
    try await eventually("the request") { host.pendingRequests.count == 1 }
    browser.webView.terminateWebProcess()
    try await eventually("the end") { host.pendingRequests.isEmpty }
    try await browser.open("<body>")
    let answer = try await browser.text(ask)
    XCTAssertTrue(answer.contains("7.0"))
  }
  #endif

  func testHostSlotAndWebViewAreReleased() async throws {
    var host: BridgeHost? = BridgeHost(hostVersion: "1")
    var browser: Browser? = Browser()
    host?.documentCapture.handler = { [weak slot = host?.documentCapture] _ in
      await slot?.awaitCompletion() ?? .cancelled(reason: "")
    }
    host?.registerCustomCapability("app.custom", version: "1.0") { _, _ in }
    if let browser, let host {
      host.attach(browser.webView)
      try await browser.open("<body>")
      _ = try await browser.text(
        """
        for (const action of ["camera.document.capture", "app.custom", "app.ask"]) {
          webkit.messageHandlers.gbgBridge.postMessage(
            { type: "request", correlationId: action, payload: { action } });
        }
        return 1;
        """)
      try await eventually("the requests") { host.receivedMessages.count == 3 && host.pendingRequests.count == 1 }
      XCTAssertNotNil(host.documentCapture.activeRequest)
    }
    weak let releasedHost = host
    weak let releasedSlot = host?.documentCapture
    weak let releasedWebView = browser?.webView
    host = nil
    try await eventually("the release of the host") { releasedHost == nil && releasedSlot == nil }
    browser = nil
    try await eventually("the release of the web view") { releasedWebView == nil }
  }

  func testReleasingTheWebViewEndsTheRequestsOfItsPage() async throws {
    let host = BridgeHost(hostVersion: "1")
    host.documentCapture.handler = { [slot = host.documentCapture] _ in await slot.awaitCompletion() }
    var browser: Browser? = Browser()
    if let browser {
      host.attach(browser.webView)
      try await browser.open("<body>")
      try await browser.run(
        """
        for (const action of ["camera.document.capture", "app.ask"]) {
          webkit.messageHandlers.gbgBridge.postMessage(
            { type: "request", correlationId: action, payload: { action } });
        }
        """)
      try await eventually("the requests") {
        host.documentCapture.activeRequest != nil && host.pendingRequests.count == 1
      }
    }
    browser = nil
    try await eventually("the end of the capture") { host.documentCapture.activeRequest == nil }
    XCTAssertTrue(host.pendingRequests.isEmpty)
    XCTAssertFalse(host.isAttached)
  }

  func testTheBridgeIsReleasedWithItsHost() async throws {
    var page: GBGPage? = GBGPage()
    try await page?.open()
    try await page?.request("app.ask")
    _ = try await page?.pending()
    weak let host = page?.host
    weak let bridge = page?.bridge
    weak let webViewHost = page?.webViewHost
    page?.browser.onTermination = nil
    page = nil
    try await eventually("the release") { host == nil && bridge == nil && webViewHost == nil }
  }

  func testOtherProtocolsWorkInTheSameWebView() async throws {
    let host = BridgeHost(hostVersion: "7.0")
    let bridge = Bridge()
    host.attach(to: bridge)
    bridge.install(CausewayDialect([Capability("echo", policy: .mainFrame, json: { value, _ in value })]))
    let webViewHost = WebViewHost(bridge: bridge)
    let browser = Browser { webViewHost.attach(to: $0) }
    try await browser.open("<body>")
    let answers = try await browser.text("return (await causeway.call('echo', 1)) + await (async () => { \(ask) })()")
    XCTAssertEqual(answers, #"1{"capabilities":{},"hostVersion":"7.0"}"#)
  }
}
