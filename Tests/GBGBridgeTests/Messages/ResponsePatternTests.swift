import CausewayJSON
import GBGBridge
import WebTestSupport
import XCTest

/// The five response patterns of the messaging guide.
@MainActor final class ResponsePatternTests: XCTestCase {
  /// Returns the page's response for the app's answer, without the action.
  private func answer(
    _ page: GBGPage, _ status: BridgeResponseStatus, _ data: [String: JSONValue]?, _ error: BridgeErrorPayload?
  ) async throws -> String {
    try await page.request("app.ask", id: status.rawValue)
    let request = try await page.pending()[0]
    page.host.respond(to: request, status: status, data: data, error: error)
    return try await page.final(status.rawValue)
  }

  func testSuccessWithData() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let answer = try await answer(page, .success, ["number": 1, "list": [true, nil]], nil)
      XCTAssertEqual(answer, #"{"action":"app.ask","status":"success","data":{"list":[true,null],"number":1}}"#)
    }
  }

  func testErrorWithDetails() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let answer = try await answer(page, .error, nil, BridgeErrorPayload(.permissionDenied, "No camera."))
      XCTAssertEqual(
        answer,
        #"{"action":"app.ask","status":"error","error":"#
          + #"{"code":"PERMISSION_DENIED","message":"No camera.","recoverable":true}}"#)
    }
  }

  func testCancelledByTheUser() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let answer = try await answer(page, .cancelled, nil, BridgeErrorPayload(.cancelled, "Back."))
      XCTAssertEqual(
        answer,
        #"{"action":"app.ask","status":"cancelled","error":"#
          + #"{"code":"CANCELLED","message":"Back.","recoverable":true}}"#)
    }
  }

  func testUnsupportedAction() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let answer = try await answer(page, .unsupported, nil, nil)
      XCTAssertEqual(answer, #"{"action":"app.ask","status":"unsupported"}"#)
    }
  }

  func testAcknowledgedIsFollowedByAFinalResponse() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("app.ask")
      let request = try await page.pending()[0]
      page.host.respond(to: request, status: .acknowledged)
      page.host.respond(to: request, status: .acknowledged, data: ["step": 2])
      let received = try await page.received("m.payload.status + JSON.stringify(m.payload.data)")
      XCTAssertEqual(received, ["acknowledgedundefined", #"acknowledged{"step":2}"#])
      page.host.respond(to: request, status: .success)
      let all = try await page.received()
      XCTAssertEqual(all, ["c1 acknowledged", "c1 acknowledged", "c1 success"])
      XCTAssertNil(page.host.lastError)
    }
  }
}
