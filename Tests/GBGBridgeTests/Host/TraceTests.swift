import Foundation
import GBGBridge
import WebTestSupport
import XCTest

/// Tests that observers receive the envelopes, but no picture data.
@MainActor final class TraceTests: XCTestCase {
  private func trace(_ page: GBGPage) -> String { page.observations.map(\.json.json).joined(separator: "\n") }

  func testATraceShowsTheEnvelopeWithoutThePicture() async throws {
    try await onBothSurfaces { page in
      let secret = Data("a face of somebody".utf8)
      page.host.selfieCapture.handler = { _ in
        .selfie(
          SelfieCaptureResult(
            previewImageData: secret, width: 1, height: 1, mimeType: "image/jpeg", encryptedBlob: secret,
            unencryptedBlob: secret))
      }
      page.host.registerCustomCapability("nfc.read", version: "1.0") { _, responder in
        responder.respond(status: .acknowledged, data: ["chip": "a secret"])
        responder.respond(status: .success, data: ["chip": "a secret"])
      }
      try await page.open()
      let answer = try await page.ask("camera.selfie.capture")
      XCTAssertTrue(answer.contains(secret.base64EncodedString()))
      let chip = try await page.ask("nfc.read", id: "c2")
      XCTAssertTrue(chip.contains("a secret"))
      try await page.request("app.ask", id: "c3")
      page.host.respond(to: try await page.pending()[0], status: .success, data: ["name": "a secret"])
      _ = try await page.final("c3")
      let trace = trace(page)
      XCTAssertFalse(trace.contains(secret.base64EncodedString()))
      XCTAssertFalse(trace.contains("a secret"))
      for part in [
        #""correlationId":"c1""#, #""action":"camera.selfie.capture","status":"success""#,
        #""imageData":"[redacted]""#, #""encryptedBlob":"[redacted]""#, #""status":"acknowledged""#,
        #""type":"response""#,
      ] {
        XCTAssertTrue(trace.contains(part), part)
      }
    }
  }

  func testATraceDoesNotShowTheDataOfAnError() async throws {
    let page = GBGPage()
    page.host.registerCustomCapability("nfc.read", version: "1.0") { _, responder in
      responder.respond(
        status: .error, data: ["chip": "a secret"], error: BridgeErrorPayload(.busy, "Another chip is being read."))
    }
    try await page.open()
    let answer = try await page.ask("nfc.read")
    XCTAssertTrue(answer.contains("a secret"))
    XCTAssertFalse(trace(page).contains("a secret"))
    XCTAssertTrue(page.observations.contains { $0.failure == "BUSY: Another chip is being read." })
  }

  func testATraceShowsTheHostsCapabilities() async throws {
    let page = GBGPage()
    try await page.open()
    _ = try await page.ask("capability.query")
    XCTAssertTrue(trace(page).contains(#""hostVersion":"1.2.3""#))
  }

  func testATraceShowsWhyARequestFailed() async throws {
    let page = GBGPage()
    page.host.documentCapture.handler = { _ in .cancelled(reason: "Back.") }
    try await page.open()
    _ = try await page.ask("camera.document.capture")
    XCTAssertTrue(page.observations.contains { $0.failure == "CANCELLED: Back." })
  }
}
