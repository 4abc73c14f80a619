import GBGBridge
import WebTestSupport
import XCTest

/// The names in the public documentation.
@MainActor final class NameTests: XCTestCase {
  func testOnIOSMessagesGoToTheHandlerGbgBridge() async throws {
    let page = GBGPage(.ios)
    try await page.open()
    let value = try await page.browser.text(
      """
      return typeof webkit.messageHandlers.gbgBridge.postMessage(\(GBGPage.request("app.ask", id: "c1")))
        + typeof GBGBridge.postMessage;
      """)
    XCTAssertEqual(value, "undefinedundefined")
    try await eventually("the message") { page.host.receivedMessages.count == 1 }
  }

  func testOnAndroidMessagesGoToGBGBridgePostMessageAsText() async throws {
    let page = GBGPage(.android)
    try await page.open()
    let value = try await page.browser.text(
      """
      return typeof GBGBridge.postMessage(JSON.stringify(\(GBGPage.request("app.ask", id: "c1"))))
        + typeof window.webkit?.messageHandlers?.gbgBridge;
      """)
    XCTAssertEqual(value, "undefinedundefined")
    try await eventually("the message") { page.host.receivedMessages.count == 1 }
  }

  func testEventIdsContainThePlatformAndAUUID() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      page.host.send(event: "host.ready", data: [:])
      page.host.send(event: "host.ready", data: [:])
      let ids = try await page.received("m.correlationId")
      XCTAssertEqual(Set(ids).count, 2)
      for id in ids {
        XCTAssertNotNil(
          try Regex("^\(page.surface.rawValue)-event-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$").firstMatch(in: id), id
        )
      }
    }
  }

  func testRecoverableHasADefaultForEachCode() {
    let recoverable = BridgeErrorCode.allCases.filter { BridgeErrorPayload($0, "").recoverable }.map(\.rawValue)
    XCTAssertEqual(recoverable, ["PERMISSION_DENIED", "CANCELLED", "TIMEOUT", "BUSY"])
    XCTAssertFalse(BridgeErrorPayload(code: "APP_CODE", message: "").recoverable)
    XCTAssertTrue(BridgeErrorPayload(code: "UNSUPPORTED", message: "", recoverable: true).recoverable)
    XCTAssertFalse(BridgeErrorPayload(.busy, "", recoverable: false).recoverable)
  }

  func testPermissionStatesHaveThePublishedNames() {
    XCTAssertEqual(PermissionState.allCases.map(\.rawValue), ["granted", "denied", "notDetermined"])
  }
}
