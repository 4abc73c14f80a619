import GBGBridge
import WebKit
import WebTestSupport
import XCTest

/// Tests that the host stores the reason of each error in `lastError`.
@MainActor final class LastErrorTests: XCTestCase {
  func testAnUndecodableBodySetsLastErrorAndIsNotAMessage() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.say("{ type: 'wish', correlationId: 'c', payload: { action: 'x' } }")
      let error = try await page.error()
      XCTAssertTrue(error.contains("\"type\""), error)
      XCTAssertEqual(page.host.receivedMessages, [])
    }
  }

  private let request = BridgeMessage(
    type: .request, correlationId: "c1", payload: BridgePayload(action: "app.ask"))

  /// All ways to send a message. The test uses a new host for each way.
  private var ways: [(BridgeHost) -> Void] {
    [
      { $0.send(event: "host.ready", data: [:]) }, { [request] in $0.respond(to: request, status: .success) },
      { [request] in $0.respond(to: request, status: .acknowledged) },
    ]
  }

  func testSendingBeforeAWebViewIsAttachedSetsLastError() {
    for send in ways {
      let host = BridgeHost(hostVersion: "1")
      send(host)
      XCTAssertEqual(host.lastError, "WebView not attached")
    }
  }

  func testSendingAfterTheWebViewWasDetachedSetsLastError() async throws {
    for send in ways {
      let page = GBGPage()
      try await page.open()
      page.host.detach()
      send(page.host)
      XCTAssertEqual(page.host.lastError, "WebView not attached")
    }
  }

  func testSendingAfterTheWebViewWasReleasedSetsLastError() async throws {
    for send in ways {
      let host = BridgeHost(hostVersion: "1")
      var webView: WKWebView? = BridgeWebViewConfigurator.makeWebView(host: host)
      weak let released = webView
      XCTAssertTrue(host.isAttached)
      webView = nil
      try await eventually("the release") { released == nil }
      send(host)
      XCTAssertEqual(host.lastError, "WebView not attached")
    }
  }

  func testAResponderWithoutAWebViewSetsLastError() async throws {
    var responder: (any BridgeResponder)?
    let page = GBGPage()
    page.host.registerCustomCapability("app.ask", version: "1.0") { responder = $1 }
    try await page.open()
    try await page.request("app.ask")
    try await eventually("the request") { responder != nil }
    page.host.detach()
    responder?.respond(status: .success)
    XCTAssertEqual(page.host.lastError, "WebView not attached")
  }

  func testSendingToAPageWithoutReceiveSetsLastError() async throws {
    try await onBothSurfaces { page in
      try await page.browser.open("<body>")
      page.host.send(event: "host.ready", data: [:])
      let error = try await page.error()
      XCTAssertTrue(error.hasPrefix("A JavaScript exception occurred: "), error)
      XCTAssertTrue(error.contains("receive"), error)
      try await page.request("capability.query")
      try await eventually("the other error") { page.observations.count { $0.kind == .thrown } == 2 }
    }
  }

  func testSendingToAPageThatWasLeftSetsLastError() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask")
      let request = try await page.pending()[0]
      try await page.open(at: "test://page.example/next")
      _ = try await page.pending(0)
      page.host.respond(to: request, status: .success)
      let error = try await page.error()
      XCTAssertTrue(error.contains("c1") && error.contains("closed or left"), error)
      let received = try await page.received()
      XCTAssertEqual(received, [])
    }
  }

  func testSendingToAnEmptyWebViewSetsLastError() {
    let host = BridgeHost(hostVersion: "1")
    let webView = BridgeWebViewConfigurator.makeWebView(host: host)
    host.send(event: "host.ready", data: [:])
    XCTAssertEqual(host.lastError, "the page was closed or left before the message was sent")
    _ = webView
  }
}
