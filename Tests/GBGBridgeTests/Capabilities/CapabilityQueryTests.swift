import CausewayJSON
import GBGBridge
import WebTestSupport
import XCTest

/// The host's answer to `capability.query`.
@MainActor final class CapabilityQueryTests: XCTestCase {
  /// Returns the entries of the answer, as JSON.
  private func entries(_ page: GBGPage, _ id: String) async throws -> String? {
    try JSONValue(parsing: try await page.ask("capability.query", id: id))["data"]?["capabilities"]?.json
  }

  func testTheAnswerShowsTheCurrentCapabilities() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let slot = page.host.selfieCapture
      var seen = [try await entries(page, "q0")]
      slot.handler = { _ in .cancelled(reason: "") }
      slot.permissionState = .notDetermined
      seen.append(try await entries(page, "q1"))
      slot.permissionState = .granted
      slot.isEnabled = false
      seen.append(try await entries(page, "q2"))
      slot.handler = nil
      page.host.capabilities["nfc.read"] = BridgeCapabilityInfo(
        supported: true, version: "2.0", permissionState: .denied)
      seen.append(try await entries(page, "q3"))
      XCTAssertEqual(
        seen,
        [
          "{}", #"{"camera.selfie":{"supported":true,"version":"1.0","permissionState":"notDetermined"}}"#,
          #"{"camera.selfie":{"supported":false,"version":"1.0","permissionState":"granted"}}"#,
          #"{"nfc.read":{"supported":true,"version":"2.0","permissionState":"denied"}}"#,
        ])
    }
  }

  func testASlotHasPriorityOverConfigurationAndCustomCapability() async throws {
    let listed = BridgeCapabilityInfo(supported: false, version: "listed")
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(
        surface,
        BridgeConfiguration(hostVersion: "1", capabilities: ["camera.document": listed, "camera.selfie": listed]))
      for id in ["camera.document", "camera.selfie", "nfc.read"] {
        page.host.registerCustomCapability(id, version: "custom") { _, _ in }
      }
      page.host.documentCapture.handler = { _ in .passport }
      try await page.open()
      let entries = try await entries(page, "q")
      XCTAssertEqual(
        entries,
        #"{"camera.document":{"supported":true,"version":"1.0"},"#
          + #""camera.selfie":{"supported":false,"version":"listed"},"#
          + #""nfc.read":{"supported":true,"version":"custom"}}"#)
    }
  }

  func testASlotIsSupportedWhileItHasAHandlerAndIsEnabled() {
    let slot = CaptureCapability()
    XCTAssertFalse(slot.isSupported)
    slot.handler = { _ in .passport }
    XCTAssertTrue(slot.isSupported)
    slot.isEnabled = false
    XCTAssertFalse(slot.isSupported)
  }

  func testAHandlerOfTheAppCanAnswerTheQuery() async throws {
    try await onBothSurfaces { page in
      page.host.register(handler: CapabilityQueryHandler(hostVersion: "other") { [:] })
      try await page.open()
      let answer = try await page.ask("capability.query")
      XCTAssertTrue(answer.contains(#""hostVersion":"other""#))
    }
  }
}
