import GBGBridge
import WebTestSupport
import XCTest

/// The answers to a request: from a typed slot, from the app's handler, or from the app later.
@MainActor final class HandlerTests: XCTestCase {
  func testSettingAHandlerOnASlotDeclaresSupportAndRoutesTheRequests() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let before = try await page.ask("capability.query", id: "q1")
      XCTAssertFalse(before.contains("camera.document"))
      var asked: [BridgeMessage] = []
      page.host.documentCapture.handler = {
        asked.append($0)
        return .passport
      }
      let after = try await page.ask("capability.query", id: "q2")
      XCTAssertTrue(after.contains(#""camera.document":{"supported":true"#))
      let answer = try await page.ask("camera.document.capture", "{ documentType: 'passport', side: 'front' }")
      XCTAssertTrue(answer.contains(#""status":"success""#))
      XCTAssertEqual(asked.map(\.payload.data), [["documentType": "passport", "side": "front"]])
    }
  }

  func testACaptureResultIsEncodedAutomatically() async throws {
    try await onBothSurfaces { page in
      page.host.documentCapture.handler = { _ in .passport }
      try await page.open()
      let answer = try await page.ask("camera.document.capture")
      XCTAssertEqual(
        answer,
        #"{"action":"camera.document.capture","status":"success","data":"#
          + #"{"height":3000,"imageData":"+/8=","mimeType":"image/jpeg","width":4000}}"#)
    }
  }

  func testARegisteredHandlerAnswersItsAction() async throws {
    final class Reader: BridgeCapabilityHandler {
      let action = "nfc.read"
      func handle(_ request: BridgeMessage, responder: any BridgeResponder) {
        responder.respond(status: .success, data: ["chip": request.payload.data?["chip"] ?? .null])
      }
    }
    try await onBothSurfaces { page in
      page.host.register(handler: Reader())
      try await page.open()
      let answer = try await page.ask("nfc.read", "{ chip: 7 }")
      XCTAssertEqual(answer, #"{"action":"nfc.read","status":"success","data":{"chip":7}}"#)
      XCTAssertEqual(page.host.pendingRequests, [])
    }
  }

  func testARequestWithoutAHandlerIsPendingUntilTheAppAnswers() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask", "{ a: 1 }")
      let request = try await page.pending()[0]
      XCTAssertEqual(request.payload.data, ["a": 1])
      let received = try await page.received()
      XCTAssertEqual(received, [])
      page.host.respond(to: request, status: .success)
      let answer = try await page.final()
      XCTAssertEqual(answer, #"{"action":"app.ask","status":"success"}"#)
      XCTAssertEqual(page.host.pendingRequests, [])
    }
  }
}
