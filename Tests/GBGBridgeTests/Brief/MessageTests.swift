import GBGBridge
import WebTestSupport
import XCTest

/// Section 2 of the guide: what crosses the bridge, and which way.
@MainActor final class MessageTests: XCTestCase {
  func testARequestOfThePageGetsAResponse() async throws {
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface)
      page.host.documentCapture.handler = { _ in .cancelled(reason: "later") }
      try await page.open()
      let answer = try await page.ask("capability.query")
      XCTAssertEqual(
        answer,
        #"{"action":"capability.query","status":"success","data":{"capabilities":"#
          + #"{"camera.document":{"supported":true,"version":"1.0"}},"hostVersion":"1.2.3"}}"#)
    }
  }
}
