import Foundation
import GBGBridge
import WebKit
import XCTest

/// Tests that an app that was written for the published SDK, and a page that was written for the published bridge, work
/// unchanged.
@MainActor final class PublishedJourneyTests: XCTestCase {
  /// A page that posts and receives like the published bridge, and reports each received message to the app as an
  /// event.
  private static let page = """
    <script>
    window.GBGBridge = window.GBGBridge || {};
    const post = (type, action, data, correlationId) =>
      window.webkit.messageHandlers.gbgBridge.postMessage({
        version: "1.0", type, correlationId, timestamp: Date.now(), payload: { action, data },
      });
    const tell = (text) => post("event", "page.log", { text }, "page-event-1");
    window.GBGBridge.receive = ({ type, payload: { action, status, data, error } }) => {
      if (type === "event") return tell(`heard ${action}`);
      tell(`${action} ${status} ${JSON.stringify(data ?? error?.code ?? null)}`);
    };
    const request = (action, data) => post("request", action, data, crypto.randomUUID());
    request("capability.query");
    request("camera.document.capture", { documentType: "passport", side: "front" });
    request("camera.selfie.capture");
    request("nfc.read", { documentNumber: "C01X" });
    request("nfc.read");
    request("device.info");
    request("consent.show", { text: "May we?" });
    request("location.read");
    tell("asked");
    </script>
    """

  /// Returns when the app has logged `news`.
  private func wait(_ app: JourneyModel, for news: String) async {
    let isThere = expectation(description: news)
    func check() {
      guard app.log.contains(news) else { return }
      app.onLog = {}
      isThere.fulfill()
    }
    app.onLog = check
    check()
    let result = await XCTWaiter.fulfillment(of: [isThere], timeout: 120)
    XCTAssertEqual(result, .completed, news)
  }

  private func live(_ makeWebView: (JourneyModel) -> WKWebView) async throws {
    let app = JourneyModel()
    app.setUp()
    let webView = makeWebView(app)
    webView.loadHTMLString(Self.page, baseURL: URL(string: "https://journey.example/"))
    await wait(app, for: "page: asked")
    for action in ["capability.query", "camera.document.capture", "nfc.read", "device.info", "consent.show"] {
      XCTAssertTrue(app.log.contains("request \(action)"), "\(app.log)")
    }
    await wait(
      app,
      for: #"page: capability.query success {"capabilities":{"#
        + #""camera.document":{"supported":true,"version":"1.0","permissionState":"granted"},"#
        + #""camera.selfie":{"supported":true,"version":"1.0","permissionState":"notDetermined"},"#
        + #""nfc.read":{"supported":true,"version":"1.0"}},"hostVersion":"1.0.0"}"#)
    await wait(app, for: #"page: nfc.read acknowledged null"#)
    await wait(app, for: #"page: nfc.read success {"chip":"chip of C01X"}"#)
    await wait(app, for: #"page: nfc.read error "INVALID_REQUEST""#)
    await wait(app, for: #"page: device.info success {"cores":2,"model":"Example"}"#)

    XCTAssertEqual(app.host.pendingRequests.map(\.payload.action), ["consent.show", "location.read"])
    app.answerWaiting()
    await wait(app, for: #"page: consent.show success {"accepted":true}"#)
    await wait(app, for: #"page: location.read unsupported "UNSUPPORTED""#)
    XCTAssertTrue(app.host.pendingRequests.isEmpty)

    XCTAssertEqual(app.host.documentCapture.activeRequest?.payload.data?["side"], .string("front"))
    app.captured(Data([1, 2, 3]))
    await wait(
      app,
      for: #"page: camera.document.capture success {"documentType":"passport","height":1080,"imageData":"AQID","#
        + #""mimeType":"image/png","side":"front","width":1920}"#)
    await wait(app, for: #"page: camera.selfie.capture cancelled "CANCELLED""#)

    app.becomeReady()
    app.enterBackground()
    for event in ["host.ready", "user.action", "host.background", "host.foreground", "journey.cancel"] {
      await wait(app, for: "page: heard \(event)")
    }
    // The page must have received exactly one answer to `device.info`. Each test calls this method with another setup
    // of the web view.
    XCTAssertEqual(app.log.filter { $0.hasPrefix("page: device.info") }.count, 1)
    XCTAssertNil(app.host.lastError)
  }

  func testAPublishedAppWorksFromStartToEnd() async throws {
    try await live { $0.makeWebView() }
  }

  func testAPublishedAppWithItsOwnMessageHandlerWorks() async throws {
    try await live { $0.makeWebViewWithHandler() }
  }

  func testTheHostIsAMessageHandler() {
    let handler: WKScriptMessageHandler = BridgeHost(hostVersion: "1.0.0")
    XCTAssertTrue(handler is BridgeHost)
  }

  func testStubCamerasAcceptTheAppsClosures() {
    let app = JourneyModel()
    let cameras = CameraCoordinator(host: app.host)
    _ = cameras.makeDocumentCamera()
    _ = cameras.makeSelfieCamera()
    XCTAssertNil(app.host.documentCapture.activeRequest)
  }

  func testSendingWithoutAWebViewSetsLastError() {
    let app = JourneyModel()
    app.becomeReady()
    XCTAssertEqual(app.host.lastError, "WebView not attached")
  }
}
