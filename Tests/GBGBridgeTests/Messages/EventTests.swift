import GBGBridge
import WebTestSupport
import XCTest

/// The events with which the host reports its state to the page.
@MainActor final class EventTests: XCTestCase {
  func testTheEventsOfTheGuideReachThePageInOrder() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      page.host.send(event: "host.ready", data: ["timestamp": 1_700_000_000])
      page.host.send(event: "host.background", data: [:])
      page.host.send(event: "host.foreground", data: [:])
      page.host.send(event: "journey.cancel", data: ["reason": "user"])
      page.host.send(event: "host.orientation", data: ["orientation": "portrait"])
      let received = try await page.received("m.type + ' ' + m.payload.action + ' ' + JSON.stringify(m.payload.data)")
      XCTAssertEqual(
        received,
        [
          #"event host.ready {"timestamp":1700000000}"#, "event host.background {}", "event host.foreground {}",
          #"event journey.cancel {"reason":"user"}"#, #"event host.orientation {"orientation":"portrait"}"#,
        ])
    }
  }

  func testAnEventGetsNoConfirmation() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      page.host.send(event: "user.action", data: [:])
      let received = try await page.received("m.payload.action")
      XCTAssertEqual(received, ["user.action"])
      XCTAssertEqual(page.host.pendingRequests, [])
      XCTAssertNil(page.host.lastError)
    }
  }
}
