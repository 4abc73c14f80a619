import CausewayWebKit
import GBGBridge
import WebTestSupport
import XCTest

/// Pages that go away while a request is open.
@MainActor final class PageLifeTests: XCTestCase {
  func testNavigationDropsPendingRequests() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask", id: "a")
      try await page.request("app.ask", id: "b")
      _ = try await page.pending(2)
      try await page.open(at: "test://page.example/next")
      _ = try await page.pending(0)
      XCTAssertEqual(page.host.receivedMessages.count, 2)
      XCTAssertNil(page.host.lastError)
    }
  }

  /// A screen of the app may hold the responder for any time, so detaching must end the request.
  func testDetachingEndsRequestsThatAHandlerHolds() async throws {
    let page = GBGPage()
    let kept = Kept()
    page.host.registerCustomCapability("nfc.read", version: "1.0") { _, responder in
      responder.onCancel { kept.cancellations += 1 }
      kept.responder = responder
    }
    try await page.open()
    try await page.request("nfc.read")
    try await eventually("the request") { kept.responder != nil }
    page.host.detach()
    XCTAssertEqual(kept.cancellations, 1)
    let answer = try await page.final("c1")
    XCTAssertTrue(answer.contains("INTERNAL_ERROR"), answer)
    let other = GBGPage()
    page.host.attach(to: other.bridge)
    try await other.open()
    kept.responder?.respond(status: .success, data: ["chip": "late"])
    XCTAssertNotNil(page.host.lastError)
    let received = try await page.received("JSON.stringify(m.payload)")
    XCTAssertFalse(received.joined().contains("late"))
  }

  @MainActor private final class Kept {
    var responder: (any BridgeResponder)?
    var cancellations = 0
  }

  func testAnAnswerToAnOldPageDoesNotReachANewRequestWithTheSameId() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask", "{ page: 1 }")
      let old = try await page.pending()[0]
      try await page.open(at: "test://page.example/next")
      _ = try await page.pending(0)
      try await page.request("app.ask", "{ page: 2 }")
      let new = try await page.pending()[0]
      page.host.respond(to: old, status: .success)
      let error = try await page.error()
      XCTAssertTrue(error.contains("closed or left"), error)
      var received = try await page.received()
      XCTAssertEqual(received, [])
      page.host.respond(to: new, status: .success, data: ["page": 2])
      received = try await page.received("m.payload.data.page")
      XCTAssertEqual(received, ["2"])
    }
  }

  func testAResponderOfAnOldPageSetsLastError() async throws {
    try await onBothSurfaces { page in
      var responders: [any BridgeResponder] = []
      page.host.registerCustomCapability("app.ask", version: "1.0") { responders.append($1) }
      try await page.open()
      try await page.request("app.ask")
      try await eventually("the request") { responders.count == 1 }
      try await page.open(at: "test://page.example/next")
      try await page.request("app.ask")
      try await eventually("the new request") { responders.count == 2 }
      responders[0].respond(status: .success)
      let error = try await page.error()
      XCTAssertTrue(error.contains("closed or left"), error)
      responders[1].respond(status: .cancelled)
      let received = try await page.received()
      XCTAssertEqual(received, ["c1 cancelled"])
    }
  }

  func testOnCancelIsCalledWhenThePageOfAnOpenRequestEnds() async throws {
    try await onBothSurfaces { page in
      var told: [String] = []
      var responders: [any BridgeResponder] = []
      page.host.registerCustomCapability("app.ask", version: "1.0") { request, responder in
        responder.onCancel { told.append(request.correlationId) }
        responders.append(responder)
      }
      try await page.open()
      try await page.request("app.ask", id: "answered")
      try await page.request("app.ask", id: "open")
      try await eventually("the requests") { responders.count == 2 }
      responders[0].respond(status: .success)
      try await page.open(at: "test://page.example/next")
      try await eventually("the call of onCancel") { told == ["open"] }
      responders[1].onCancel { told.append("late") }
      responders[0].onCancel { told.append("never") }
      XCTAssertEqual(told, ["open", "late"])
    }
  }

  func testAMessageHasTheOriginThatTheWebViewReports() async throws {
    try await onBothSurfaces { page in
      try await page.open(at: "test://other.example/")
      try await page.request("app.ask", "{ origin: 'test://page.example' }")
      let request = try await page.pending()[0]
      XCTAssertEqual(request.origin, Origin(scheme: "test", host: "other.example"))
    }
  }

  #if os(Linux)
  func testTheEndOfTheProcessDropsPendingRequests() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask")
      _ = try await page.pending()
      page.browser.webView.terminateWebProcess()
      _ = try await page.pending(0)
      page.host.send(event: "host.ready", data: [:])
      XCTAssertEqual(page.host.lastError, "the page was closed or left before the message was sent")
    }
  }
  #endif

  func testDetachingFromABridgeDropsPendingRequestsAndNotifiesThePage() async throws {
    try await onBothSurfaces { page in
      var responder: (any BridgeResponder)?
      page.host.registerCustomCapability("app.custom", version: "1.0") { responder = $1 }
      try await page.open()
      try await page.request("app.custom", id: "custom")
      try await page.request("app.ask")
      _ = try await page.pending()
      try await eventually("the custom request") { responder != nil }
      page.host.detach()
      XCTAssertEqual(page.host.pendingRequests, [])
      let dropped = try await page.final()
      XCTAssertTrue(dropped.contains("INTERNAL_ERROR"), dropped)
      let later = try await page.ask("capability.query", id: "c2")
      XCTAssertTrue(later.contains("UNSUPPORTED"), later)
      XCTAssertEqual(page.host.receivedMessages.count, 2)
      responder = nil
      let released = try await page.final("custom")
      XCTAssertTrue(released.contains("INTERNAL_ERROR"))
    }
  }

  func testAHostServesTheLatestBridgeOnly() async throws {
    let first = GBGPage()
    let second = GBGPage()
    try await first.open()
    second.host.detach()
    first.host.attach(to: second.bridge)
    try await second.open()
    let answer = try await second.ask("capability.query")
    XCTAssertTrue(answer.contains("1.2.3"))
    XCTAssertEqual(first.host.receivedMessages.count, 1)
    let left = try await first.ask("capability.query")
    XCTAssertTrue(left.contains("UNSUPPORTED"))
    first.host.send(event: "host.ready", data: [:])
    let received = try await second.received("m.payload.action")
    XCTAssertEqual(received, ["capability.query", "host.ready"])
  }
}
