import Causeway
import CausewayTesting
import GBGBridge
import Observation
import WebTestSupport
import XCTest

/// A host's state, which SwiftUI tracks with Observation.
@MainActor final class StateTrackingTests: XCTestCase {
  private let host = BridgeHost(hostVersion: "1")
  private let bridge = Bridge()
  private let news = News()

  override func setUp() async throws {
    guard #available(macOS 14, iOS 17, *) else { throw XCTSkip("This system has no Observation.") }
    host.attach(to: bridge)
  }

  func testAReaderOfTheStateIsNotifiedOnceOfTheNextChange() async throws {
    let page = InMemoryPage(bridge)
    track { _ = host.state.pendingRequests }
    page.post("gbg", ["type": "request", "correlationId": "c1", "payload": ["action": "app.ask"]])
    XCTAssertEqual(news.count, 1)
    XCTAssertEqual(host.state.pendingRequests.map(\.correlationId), ["c1"])
    page.post("gbg", ["type": "event", "correlationId": "e1", "payload": ["action": "user.action"]])
    XCTAssertEqual(news.count, 1, "a second change was reported before the state was read again")
  }

  func testEndedRequestsAndErrorsNotifyTheReader() async throws {
    let page = InMemoryPage(bridge)
    page.post("gbg", ["type": "request", "correlationId": "c1", "payload": ["action": "app.ask"]])
    track { _ = host.state }
    host.respond(to: try XCTUnwrap(host.pendingRequests.first), status: .success)
    XCTAssertEqual(news.count, 1)
    XCTAssertEqual(host.state.pendingRequests, [])
    track { _ = host.state }
    page.post("gbg", 7)
    XCTAssertEqual(news.count, 2)
    XCTAssertNotNil(host.state.lastError)
  }

  func testAnOpeningOrClosingCameraNotifiesTheReader() async throws {
    let slot = host.documentCapture
    slot.handler = { [weak slot] _ in await slot?.awaitCompletion() ?? .cancelled(reason: "") }
    let page = InMemoryPage(bridge)
    page.post("gbg", ["type": "request", "correlationId": "c1", "payload": ["action": "camera.document.capture"]])
    XCTAssertEqual(host.state.documentRequest?.correlationId, "c1")
    XCTAssertNil(host.state.selfieRequest)
    track { _ = host.state.documentRequest }
    slot.complete(.cancelled(reason: ""))
    try await eventually("the camera's end") { host.documentCapture.activeRequest == nil }
    XCTAssertEqual(news.count, 1)
    XCTAssertNil(host.state.documentRequest)
  }

  func testPropertiesOutsideTheStateAreNotTracked() async throws {
    track { _ = host.isAttached }
    InMemoryPage(bridge).post("gbg", ["type": "event", "correlationId": "e1", "payload": ["action": "user.action"]])
    XCTAssertEqual(news.count, 0)
  }

  private func track(_ read: () -> Void) {
    guard #available(macOS 14, iOS 17, *) else { return }
    withObservationTracking(read) { [news] in
      MainActor.assumeIsolated { news.count += 1 }
    }
  }
}

@MainActor private final class News {
  var count = 0
}
