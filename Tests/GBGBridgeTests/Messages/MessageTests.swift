import GBGBridge
import WebTestSupport
import XCTest

/// The kinds of messages in the messaging guide, each with its direction.
@MainActor final class MessageTests: XCTestCase {
  func testARequestOfThePageGetsAResponse() async throws {
    try await onBothSurfaces { page in
      page.host.documentCapture.handler = { _ in .cancelled(reason: "later") }
      try await page.open()
      let answer = try await page.ask("capability.query")
      XCTAssertEqual(
        answer,
        #"{"action":"capability.query","status":"success","data":{"capabilities":"#
          + #"{"camera.document":{"supported":true,"version":"1.0"}},"hostVersion":"1.2.3"}}"#)
    }
  }

  func testMessagesReachThePageThroughReceive() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      _ = try await page.browser.text(
        """
        window.calls = [];
        GBGBridge.receive = function (...all) { calls.push([this === GBGBridge, all.length, typeof all[0]]); };
        return 1;
        """)
      try await page.request("capability.query")
      page.host.send(event: "host.ready", data: [:])
      let calls = try await page.browser.text(
        "while (calls.length < 2) await new Promise((resolve) => setTimeout(resolve)); return JSON.stringify(calls)")
      XCTAssertEqual(calls, #"[[true,1,"object"],[true,1,"object"]]"#)
    }
  }

  func testTheCorrelationIdPairsResponsesWithRequestsInAnyOrder() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      for number in 0..<5 { try await page.request("app.ask", id: "c\(number)") }
      for request in try await page.pending(5).reversed() {
        page.host.respond(to: request, status: .success, data: ["for": .string(request.correlationId)])
      }
      let received = try await page.received("m.type + m.correlationId + m.payload.data.for")
      XCTAssertEqual(received, [4, 3, 2, 1, 0].map { "responsec\($0)c\($0)" })
    }
  }

  func testAnEventOfThePageGetsNoResponse() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.say("{ type: 'event', correlationId: 'e', payload: { action: 'user.action', data: { a: 1 } } }")
      let received = try await page.received()
      XCTAssertEqual(received, [])
      XCTAssertEqual(page.host.receivedMessages.first?.payload.data, ["a": 1])
      XCTAssertEqual(page.host.pendingRequests, [])
    }
  }

  func testReceivedMessagesHoldsEveryDecodedMessageOfAllThreeTypes() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      for type in ["request", "response", "event"] {
        try await page.say(
          "{ type: '\(type)', correlationId: '\(type)', payload: { action: 'x', status: 'success' } }")
      }
      try await eventually("the messages") { page.host.receivedMessages.count == 3 }
      XCTAssertEqual(page.host.receivedMessages.map(\.type), [.request, .response, .event])
      XCTAssertEqual(page.host.receivedMessages.map(\.correlationId), ["request", "response", "event"])
      XCTAssertEqual(page.host.receivedMessages.map(\.payload.status), [.success, .success, .success])
    }
  }

  func testTheDelegateSeesEveryDecodedMessageHandledOrNot() async throws {
    try await onBothSurfaces { page in
      let delegate = Delegate()
      page.host.delegate = delegate
      page.host.documentCapture.handler = { _ in .passport }
      page.host.registerCustomCapability("nfc.read", version: "1.0") { $1.respond(status: .success) }
      try await page.open()
      for action in ["capability.query", "camera.document.capture", "nfc.read", "nobody.knows"] {
        try await page.request(action, id: action)
      }
      try await page.say("{ type: 'event', correlationId: 'e', payload: { action: 'user.action' } }")
      try await page.say("{ type: 'request' }")
      _ = try await page.error()
      XCTAssertEqual(
        delegate.messages.map(\.payload.action),
        ["capability.query", "camera.document.capture", "nfc.read", "nobody.knows", "user.action"])
    }
  }
}
