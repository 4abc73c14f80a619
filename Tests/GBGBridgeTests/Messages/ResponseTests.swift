import GBGBridge
import WebTestSupport
import XCTest

/// Each request gets exactly one final response, from the handler or from the app.
@MainActor final class ResponseTests: XCTestCase {
  func testASecondFinalResponseIsNotSentAndSetsLastError() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask")
      let request = try await page.pending()[0]
      page.host.respond(to: request, status: .success)
      XCTAssertNil(page.host.lastError)
      page.host.respond(to: request, status: .error)
      let error = try await page.error()
      XCTAssertTrue(error.contains("c1"), error)
      page.host.respond(to: request, status: .acknowledged)
      let received = try await page.received()
      XCTAssertEqual(received, ["c1 success"])
    }
  }

  func testASecondFinalResponseOfAResponderIsNotSentAndSetsLastError() async throws {
    for status in [BridgeResponseStatus.cancelled, .acknowledged] {
      try await onBothSurfaces { page in
        page.host.registerCustomCapability("app.ask", version: "1.0") { _, responder in
          responder.respond(status: .success)
          responder.respond(status: status)
        }
        try await page.open()
        try await page.request("app.ask")
        let error = try await page.error()
        XCTAssertTrue(error.contains("c1"), error)
        let received = try await page.received()
        XCTAssertEqual(received, ["c1 success"])
      }
    }
  }

  func testReleasingTheResponderAnswersInternalError() async throws {
    try await onBothSurfaces { page in
      page.host.registerCustomCapability("app.ask", version: "1.0") { _, responder in
        responder.respond(status: .acknowledged)
      }
      try await page.open()
      let answer = try await page.ask("app.ask")
      XCTAssertTrue(answer.contains(#""status":"error","error":{"code":"INTERNAL_ERROR""#), answer)
      XCTAssertTrue(answer.contains(#""recoverable":false"#), answer)
    }
  }

  func testTheDelegateCanAnswerBeforeAnyHandler() async throws {
    try await onBothSurfaces { page in
      let delegate = Delegate()
      page.host.delegate = delegate
      delegate.onMessage = { host, message in
        if message.payload.action == "app.first" {
          host.respond(to: message, status: .success, data: ["by": "delegate"])
        }
        if message.payload.action == "app.second" {
          // Respond to a copy with the same id only, because the app may have kept only the id.
          let copy = BridgeMessage(
            type: .request, correlationId: message.correlationId, payload: BridgePayload(action: "?"))
          host.respond(to: copy, status: .acknowledged)
        }
      }
      var handled: [String] = []
      for action in ["app.first", "app.second"] {
        page.host.registerCustomCapability(action, version: "1.0") { request, responder in
          handled.append(request.payload.action)
          responder.respond(status: .success, data: ["by": "handler"])
        }
      }
      try await page.open()
      let first = try await page.ask("app.first", id: "first")
      let second = try await page.ask("app.second", id: "second")
      XCTAssertTrue(first.contains("delegate"))
      XCTAssertTrue(second.contains("handler"))
      XCTAssertEqual(handled, ["app.second"])
      let received = try await page.received()
      XCTAssertEqual(received, ["first success", "second acknowledged", "second success"])
      XCTAssertEqual(page.host.pendingRequests, [])
      XCTAssertNil(page.host.lastError)
    }
  }

  func testTheDelegateIsCalledBeforeRouting() async throws {
    try await onBothSurfaces { page in
      let delegate = Delegate()
      page.host.delegate = delegate
      var order: [String] = []
      delegate.onMessage = { host, message in
        order.append("delegate \(host.pendingRequests.count) \(host.receivedMessages.count)")
      }
      page.host.registerCustomCapability("app.handled", version: "1.0") {
        order.append("handler")
        $1.respond(status: .success)
      }
      try await page.open()
      try await page.request("app.handled", id: "a")
      try await page.request("app.ask", id: "b")
      _ = try await page.pending()
      XCTAssertEqual(order, ["delegate 0 1", "handler", "delegate 0 2"])
    }
  }

  func testAMessageMadeByTheAppAnswersTheRequestWithItsId() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      // Swift treats the two ids as equal, but JavaScript does not.
      try await page.request("app.ask", id: "\u{E9}")
      try await page.request("app.ask", id: "e\u{301}")
      _ = try await page.pending(2)
      for id in ["e\u{301}", "\u{E9}"] {
        let copy = BridgeMessage(type: .request, correlationId: id, payload: BridgePayload(action: "other"))
        page.host.respond(to: copy, status: .success)
      }
      let received = try await page.received("[m.correlationId.length, m.payload.action, m.payload.status]")
      XCTAssertEqual(received, ["2,app.ask,success", "1,app.ask,success"])
      page.host.respond(
        to: BridgeMessage(type: .request, correlationId: "none", payload: BridgePayload(action: "x")), status: .success)
      let error = try await page.error()
      XCTAssertTrue(error.contains("none"))
    }
  }

  func testASecondRequestWithAnOpenIdIsRecordedAndNotAnswered() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask", "{ number: 1 }")
      let delegate = Delegate()
      page.host.delegate = delegate
      delegate.onMessage = { host, message in host.respond(to: message, status: .error) }
      try await page.request("app.ask", "{ number: 2 }")
      _ = try await page.error()
      page.host.delegate = nil
      XCTAssertEqual(page.host.receivedMessages.map { $0.payload.data?["number"] }, [1, 2])
      XCTAssertEqual(page.host.pendingRequests.map { $0.payload.data?["number"] }, [1])
      page.host.respond(to: page.host.pendingRequests[0], status: .success)
      let received = try await page.received()
      XCTAssertEqual(received, ["c1 success"])
      // After the response, the page can use the id again.
      try await page.request("app.ask", "{ number: 3 }")
      let pending = try await page.pending()
      XCTAssertEqual(pending[0].payload.data, ["number": 3])
    }
  }

  func testReceivedMessagesKeepsTheLast200() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      _ = try await page.browser.text(
        """
        for (let number = 0; number < 205; number += 1) {
          const message = { type: 'event', correlationId: String(number), payload: { action: 'x' } };
          \(page.post("message"));
        }
        return 1;
        """)
      try await eventually("the last") { page.host.receivedMessages.last?.correlationId == "204" }
      XCTAssertEqual(page.host.receivedMessages.map(\.correlationId), (5..<205).map(String.init))
    }
  }
}
