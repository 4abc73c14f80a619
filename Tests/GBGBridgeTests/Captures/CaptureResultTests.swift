import Foundation
import GBGBridge
import WebTestSupport
import XCTest

/// The encoding of each outcome of a capture.
@MainActor final class CaptureResultTests: XCTestCase {
  func testTheResponseRepeatsTheRequestedDocumentTypeAndSide() async throws {
    try await onBothSurfaces { page in
      page.host.documentCapture.handler = { _ in .passport }
      try await page.open()
      let answer = try await page.ask("camera.document.capture", "{ documentType: 'passport', side: 'front', more: 1 }")
      XCTAssertTrue(
        answer.contains(
          #""data":{"documentType":"passport","height":3000,"imageData":"+/8=","mimeType":"image/jpeg","#
            + #""side":"front","width":4000}"#), answer)
    }
  }

  func testTheResponseContainsTheBlobsOfASelfie() async throws {
    try await onBothSurfaces { page in
      var result = SelfieCaptureResult(previewImageData: Data([1, 2]), width: 3, height: 4, mimeType: "image/jpeg")
      page.host.selfieCapture.handler = { [result] _ in .selfie(result) }
      try await page.open()
      let plain = try await page.ask("camera.selfie.capture", id: "c1")
      XCTAssertTrue(plain.contains(#""data":{"height":4,"imageData":"AQI=","mimeType":"image/jpeg","width":3}"#), plain)
      result.encryptedBlob = Data([3])
      result.unencryptedBlob = Data([4])
      page.host.selfieCapture.handler = { [result] _ in .selfie(result) }
      let whole = try await page.ask("camera.selfie.capture", id: "c2")
      XCTAssertTrue(
        whole.contains(
          #""data":{"encryptedBlob":"Aw==","height":4,"imageData":"AQI=","mimeType":"image/jpeg","#
            + #""unencryptedBlob":"BA==","width":3}"#), whole)
    }
  }

  func testAFailedCaptureIsAnsweredWithItsError() async throws {
    try await onBothSurfaces { page in
      let error = BridgeErrorPayload(code: "BLURRED", message: "Hold still.", recoverable: true)
      page.host.documentCapture.handler = { _ in .failed(error) }
      try await page.open()
      let answer = try await page.ask("camera.document.capture")
      XCTAssertEqual(
        answer,
        #"{"action":"camera.document.capture","status":"error","error":"#
          + #"{"code":"BLURRED","message":"Hold still.","recoverable":true}}"#)
    }
  }

  func testACancelledCaptureHasItsReasonAsMessage() async throws {
    try await onBothSurfaces { page in
      page.host.selfieCapture.handler = { _ in .cancelled(reason: "Back.") }
      try await page.open()
      let answer = try await page.ask("camera.selfie.capture")
      XCTAssertEqual(
        answer,
        #"{"action":"camera.selfie.capture","status":"cancelled","error":"#
          + #"{"code":"CANCELLED","message":"Back.","recoverable":true}}"#)
    }
  }

  func testASlotThatIsDisabledIsUnsupported() async throws {
    try await onBothSurfaces { page in
      page.host.documentCapture.handler = { _ in .passport }
      page.host.documentCapture.isEnabled = false
      try await page.open()
      let answer = try await page.ask("camera.document.capture")
      XCTAssertTrue(answer.contains(#""status":"unsupported","error":{"code":"UNSUPPORTED""#), answer)
      XCTAssertTrue(answer.contains(#""recoverable":false"#), answer)
    }
  }

  func testASlotHasPriorityOverARegisteredHandler() async throws {
    try await onBothSurfaces { page in
      page.host.registerCustomCapability("camera.selfie.capture", version: "1") { _, responder in
        responder.respond(status: .success, data: ["from": "the app's own"])
      }
      try await page.open()
      let own = try await page.ask("camera.selfie.capture", id: "c1")
      XCTAssertTrue(own.contains(#""data":{"from":"the app's own"}"#), own)
      page.host.selfieCapture.handler = { _ in .cancelled(reason: "The slot.") }
      let slot = try await page.ask("camera.selfie.capture", id: "c2")
      XCTAssertTrue(slot.contains(#""message":"The slot.""#), slot)
    }
  }

  func testARequestForASlotWithoutAHandlerIsPending() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.request("camera.selfie.capture")
      let pending = try await page.pending()
      XCTAssertEqual(pending.map(\.payload.action), ["camera.selfie.capture"])
    }
  }
}
