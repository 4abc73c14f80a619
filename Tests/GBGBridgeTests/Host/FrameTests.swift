import Causeway
import CausewayTesting
import GBGBridge
import WebTestSupport
import XCTest

/// The frames that the host serves: only main frames, and if there is a list of origins, only main frames of these
/// origins.
@MainActor final class FrameTests: XCTestCase {
  func testMessagesOfSubFramesSetLastErrorAndGetNoAnswer() async throws {
    let messages = [
      GBGPage.request("capability.query", id: "query"), GBGPage.request("camera.document.capture", id: "capture"),
      GBGPage.request("nfc.read", id: "custom"), GBGPage.request("app.ask", id: "ask"),
      "{ type: 'event', correlationId: 'event', payload: { action: 'user.action' } }",
      "{ type: 'request', correlationId: 'malformed' }",
      "{ type: 'request', correlationId: 'x', payload: { action: 7 } }",
    ]
    try await onBothSurfaces { page in
      let delegate = Delegate()
      page.host.delegate = delegate
      page.host.documentCapture.handler = { _ in .passport }
      page.host.registerCustomCapability("nfc.read", version: "1.0") { $1.respond(status: .success) }
      try await page.open(with: SubFrame.allCases)
      for frame in SubFrame.allCases {
        _ = try await page.browser.text("window.got = 0; GBGBridge.receive = () => { got += 1; }; return 1", in: frame)
        for message in messages {
          let refused = page.refusals.count
          try await page.say(message, in: frame)
          try await eventually("the refusal of \(message) in \(frame)") { page.refusals.count == refused + 1 }
          XCTAssertTrue(page.host.lastError?.contains("main frame") == true, "\(frame)")
        }
      }
      XCTAssertEqual(delegate.messages, [])
      XCTAssertEqual(page.host.receivedMessages, [])
      XCTAssertEqual(page.host.pendingRequests, [])
      page.host.send(event: "host.ready", data: [:])
      _ = try await page.ask("capability.query")
      for frame in SubFrame.allCases {
        let got = try await page.browser.text("return got", in: frame)
        XCTAssertEqual(got, "0", "\(frame)")
      }
    }
  }

  func testALargeMessageOfASubFrameGetsNoAnswer() async throws {
    var limits = Limits()
    limits.messageBytes = 1_000
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface, limits: limits)
      try await page.open(with: [.sameOrigin])
      _ = try await page.browser.text(
        "window.got = 0; GBGBridge.receive = () => { got += 1; }; return 1", in: .sameOrigin)
      try await page.say(GBGPage.request("app.ask", "{ a: 'x'.repeat(2000) }", id: "c"), in: .sameOrigin)
      try await eventually("the refusal") { page.refusals.count == 1 }
      let got = try await page.browser.text("return got", in: .sameOrigin)
      XCTAssertEqual(got, "0")
    }
  }

  func testErrorsOfASubFrameAreNotReportedToTheApp() {
    let bridge = Bridge()
    var lines: [String] = []
    bridge.log = { lines.append($0) }
    let host = BridgeHost(hostVersion: "1")
    host.attach(to: bridge)
    InMemoryPage(bridge, isMainFrame: false).sendPacket("x gbg \"Call this number\"\n")
    XCTAssertNil(host.lastError)
    XCTAssertEqual(lines.map { $0.contains("number") }, [false], "\(lines)")
    InMemoryPage(bridge).post("gbg", ["type": "request", "payload": ["action": "Call this number"]])
    XCTAssertEqual(lines.map { $0.contains("number") }, [false, false], "\(lines)")
    InMemoryPage(bridge).sendPacket("x gbg \"receive is missing\"\n")
    XCTAssertTrue(host.lastError?.contains("receive is missing") == true)
  }

  func testOnlyListedOriginsAreServed() async throws {
    let allowed = BridgeConfiguration(
      hostVersion: "1", allowedOrigins: [Origin(scheme: "test", host: "page.example")])
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface, allowed)
      try await page.open(at: "test://other.example/")
      try await page.request("capability.query")
      let error = try await page.error()
      XCTAssertTrue(error.contains("test://other.example"), error)
      try await page.say("{ type: 'request', correlationId: 'malformed' }")
      try await eventually("the other refusal") { page.refusals.count == 2 }
      XCTAssertEqual(page.host.receivedMessages, [])
      let got = try await page.browser.text("return received.length")
      XCTAssertEqual(got, "0")
      try await page.open()
      let answer = try await page.ask("capability.query")
      XCTAssertTrue(answer.contains("success"))
    }
  }

  func testEventsAreSentToListedOriginsOnly() async throws {
    let page = GBGPage(
      .ios, BridgeConfiguration(hostVersion: "1", allowedOrigins: [Origin(scheme: "test", host: "page.example")]))
    try await page.open(at: "test://other.example/")
    page.host.send(event: "host.ready", data: [:])
    XCTAssertTrue(page.host.lastError?.contains("test://other.example") == true)
    try await page.open()
    page.host.send(event: "host.foreground", data: [:])
    let received = try await page.received("m.payload.action")
    XCTAssertEqual(received, ["host.foreground"])
  }

  func testAnEmptyListOfOriginsServesNoPage() async throws {
    let page = GBGPage(.ios, BridgeConfiguration(hostVersion: "1", allowedOrigins: []))
    try await page.open()
    try await page.request("capability.query")
    _ = try await page.error()
    XCTAssertEqual(page.host.receivedMessages, [])
  }
}

extension GBGPage {
  /// The observations of refused messages.
  fileprivate var refusals: [BridgeObservation] { observations.filter { $0.failure?.hasPrefix("REFUSED") == true } }
}
