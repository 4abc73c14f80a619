import Causeway
import CausewayTesting
import Testing

@testable import GBGBridge

@MainActor @Suite("Chosen: captures of pages that are gone") struct CaptureStartTests {
  @Test func aPageThatGoesAtOnceOpensNoCamera() async {
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
    while host.documentCapture.activeRequest != nil { await Task.yield() }
    #expect(opened == 0)
    #expect(page.violations.isEmpty)
  }
}
