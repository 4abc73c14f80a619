import GBGBridge
import WebTestSupport
import XCTest

/// The steps of a capture.
@MainActor final class CaptureTests: XCTestCase {
  func testTheSlotIsFreeOnceTheResponseIsSent() async throws {
    try await onBothSurfaces { page in
      let slot = page.host.documentCapture
      slot.handler = { [weak slot] _ in await slot?.awaitCompletion() ?? .cancelled(reason: "") }
      try await page.open()
      XCTAssertNil(slot.activeRequest)
      try await page.request("camera.document.capture", id: "first")
      try await eventually("the capture") { slot.activeRequest?.correlationId == "first" }
      let received = try await page.received()
      XCTAssertEqual(received, [])
      slot.complete(.passport)
      let answer = try await page.final("first")
      XCTAssertTrue(answer.contains(#""status":"success""#))
      XCTAssertNil(slot.activeRequest)
    }
  }

  func testASecondCaptureOfTheSameKindIsRefusedAsBusy() async throws {
    try await onBothSurfaces { page in
      for slot in [page.host.documentCapture, page.host.selfieCapture] {
        slot.handler = { [weak slot] _ in await slot?.awaitCompletion() ?? .cancelled(reason: "") }
      }
      try await page.open()
      try await page.request("camera.document.capture", id: "first")
      let busy = try await page.ask("camera.document.capture", id: "second")
      XCTAssertTrue(busy.contains(#""status":"error","error":{"code":"BUSY""#), busy)
      XCTAssertTrue(busy.contains(#""recoverable":true"#), busy)
      try await page.request("camera.selfie.capture", id: "third")
      try await eventually("the selfie") { page.host.selfieCapture.activeRequest != nil }
      page.host.selfieCapture.complete(.cancelled(reason: "no"))
      page.host.documentCapture.complete(.passport)
      let third = try await page.final("third")
      let first = try await page.final("first")
      XCTAssertTrue(third.contains("CANCELLED"))
      XCTAssertTrue(first.contains("success"))
      let fourth = try await page.ask("capability.query", id: "fourth")
      XCTAssertTrue(fourth.contains("success"))
    }
  }

  func testPicturesAreSentAsStandardBase64WithoutAPrefix() async throws {
    try await onBothSurfaces { page in
      page.host.documentCapture.handler = { _ in .passport }
      try await page.open()
      let answer = try await page.ask("camera.document.capture")
      XCTAssertTrue(answer.contains(#""imageData":"+/8=""#), answer)
    }
  }

  func testDismissingTheScreenCancelsTheCapture() async throws {
    try await onBothSurfaces { page in
      let slot = page.host.documentCapture
      slot.handler = { [weak slot] _ in await slot?.awaitCompletion() ?? .passport }
      try await page.open()
      try await page.request("camera.document.capture")
      try await eventually("the capture") { slot.activeRequest != nil }
      slot.complete(.cancelled(reason: "Dismissed."))
      let answer = try await page.final()
      XCTAssertEqual(
        answer,
        #"{"action":"camera.document.capture","status":"cancelled","error":"#
          + #"{"code":"CANCELLED","message":"Dismissed.","recoverable":true}}"#)
    }
  }
}
