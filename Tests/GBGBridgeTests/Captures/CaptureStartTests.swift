import Causeway
import CausewayTesting
import Testing
import WebTestSupport

@testable import GBGBridge

@MainActor @Suite("Captures of closed pages") struct CaptureStartTests {
  @Test func aPageThatClosesAtOnceOpensNoCamera() async throws {
    let host = BridgeHost(hostVersion: "1")
    let bridge = Bridge()
    host.attach(to: bridge)
    var opened = 0
    host.documentCapture.handler = { _ in
      opened += 1
      return .cancelled(reason: "")
    }
    let page = InMemoryPage(bridge)
    page.post(
      "gbg", ["type": "request", "correlationId": "c", "payload": ["action": "camera.document.capture"]])
    #expect(host.documentCapture.activeRequest != nil)
    page.close()
    try await eventually("the end of the request") { host.documentCapture.activeRequest == nil }
    #expect(opened == 0)
    #expect(page.violations.isEmpty)
  }
}
