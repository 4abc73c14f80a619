import GBGBridge
import WebTestSupport
import XCTest

/// The app's own capabilities.
@MainActor final class CustomCapabilityTests: XCTestCase {
  func testTheHandlerGetsRequestsWhoseActionIsItsId() async throws {
    try await onBothSurfaces { page in
      page.host.registerCustomCapability("nfc.read", version: "1.0") { request, responder in
        responder.respond(status: .success, data: request.payload.data)
      }
      try await page.open()
      let answer = try await page.ask("nfc.read", "{ a: [1] }")
      XCTAssertEqual(answer, #"{"action":"nfc.read","status":"success","data":{"a":[1]}}"#)
    }
  }

  func testTheHandlerCanAcknowledgeAndAnswerLater() async throws {
    try await onBothSurfaces { page in
      var responder: (any BridgeResponder)?
      page.host.registerCustomCapability("nfc.read", version: "1.0") { responder = $1 }
      try await page.open()
      try await page.request("nfc.read")
      try await eventually("the request") { responder != nil }
      responder?.respond(status: .acknowledged)
      responder?.respond(status: .error, error: BridgeErrorPayload(code: "NO_CHIP", message: "None."))
      let received = try await page.received()
      XCTAssertEqual(received, ["c1 acknowledged", "c1 error"])
      let answer = try await page.final()
      XCTAssertEqual(
        answer,
        #"{"action":"nfc.read","status":"error","error":{"code":"NO_CHIP","message":"None.","recoverable":false}}"#)
    }
  }
}
