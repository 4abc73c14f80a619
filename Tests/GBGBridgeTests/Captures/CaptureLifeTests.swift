import GBGBridge
import WebTestSupport
import XCTest

/// Captures that end early, late, or because the page has gone away.
@MainActor final class CaptureLifeTests: XCTestCase {
  /// Opens a page. Its document captures wait until the test calls `complete(_:)` of the returned slot.
  private func open(_ surface: GBGSurface = .ios) async throws -> (GBGPage, CaptureCapability) {
    let page = GBGPage(surface)
    let slot = page.host.documentCapture
    slot.handler = { [weak slot] _ in await slot?.awaitCompletion() ?? .cancelled(reason: "") }
    try await page.open()
    return (page, slot)
  }

  private func begin(_ page: GBGPage, _ id: String = "c1") async throws -> BridgeMessage {
    let slot = page.host.documentCapture
    try await page.request("camera.document.capture", id: id)
    try await eventually("the capture \(id)") { slot.activeRequest?.correlationId == id }
    return try XCTUnwrap(slot.activeRequest)
  }

  func testCompleteWithoutACaptureDoesNothing() async throws {
    let (page, slot) = try await open()
    slot.complete(.cancelled(reason: "stale"))
    let before = await slot.awaitCompletion()
    XCTAssertEqual(before, .cancelled(reason: "No capture is running."))
    _ = try await begin(page)
    slot.complete(.passport)
    slot.complete(.cancelled(reason: "too late"))
    let answer = try await page.final()
    XCTAssertTrue(answer.contains("success"))
  }

  func testOtherRequestsAreAnsweredDuringACapture() async throws {
    let (page, slot) = try await open()
    _ = try await begin(page)
    let answer = try await page.ask("capability.query", id: "meanwhile")
    XCTAssertTrue(answer.contains("success"))
    XCTAssertEqual(slot.activeRequest?.correlationId, "c1")
    slot.complete(.passport)
    let captured = try await page.final()
    XCTAssertTrue(captured.contains("success"))
  }

  func testAwaitCompletionReturnsAnEarlierResult() async throws {
    try await onBothSurfaces { page in
      let slot = page.host.documentCapture
      slot.handler = { [weak slot] _ in
        slot?.complete(.passport)
        return await slot?.awaitCompletion() ?? .cancelled(reason: "")
      }
      try await page.open()
      let answer = try await page.ask("camera.document.capture")
      XCTAssertTrue(answer.contains("success"))
    }
  }

  func testAllWaitingTasksGetTheResultAndCancellingOneDoesNotEndTheCapture() async throws {
    let (page, slot) = try await open()
    _ = try await begin(page)
    // Tasks of the main actor start in order, so when the last task has ended, the first two are waiting.
    let first = Task { await slot.awaitCompletion() }
    let second = Task { await slot.awaitCompletion() }
    let impatient = Task { await slot.awaitCompletion() }
    impatient.cancel()
    let alone = await impatient.value
    XCTAssertEqual(alone, .cancelled(reason: "The wait for the capture was cancelled."))
    XCTAssertNotNil(slot.activeRequest)
    slot.complete(.passport)
    let results = await [first.value, second.value]
    XCTAssertEqual(results, [.passport, .passport])
    let answer = try await page.final()
    XCTAssertTrue(answer.contains("success"))
  }

  func testTheResultOfTheHandlerAlsoEndsTheWaitOfTheScreen() async throws {
    let page = GBGPage()
    let slot = page.host.documentCapture
    var screen: Task<CaptureResult, Never>?
    slot.handler = { [weak slot] _ in
      screen = Task { await slot?.awaitCompletion() ?? .cancelled(reason: "") }
      do {
        try await eventually("the wait of the screen") { slot?.isWaitedFor != false }
      } catch {
        XCTFail("\(error)")
      }
      return .passport
    }
    try await page.open()
    _ = try await page.ask("camera.document.capture")
    let result = await screen?.value
    XCTAssertEqual(result, .passport)
  }

  func testNavigationCancelsTheCaptureAndFreesTheSlot() async throws {
    for surface in [GBGSurface.ios, .android] {
      let (page, slot) = try await open(surface)
      _ = try await begin(page)
      try await page.open(at: "test://page.example/next")
      try await eventually("the cancellation") { slot.activeRequest == nil }
      _ = try await begin(page)
      slot.complete(.passport)
      _ = try await page.final()
      let received = try await page.received()
      XCTAssertEqual(received, ["c1 success"])
    }
  }

  func testAHandlerThatIgnoresCancellationKeepsTheSlotBusy() async throws {
    let page = GBGPage()
    let slot = page.host.documentCapture
    var screen: CheckedContinuation<CaptureResult, Never>?
    slot.handler = { _ in await withCheckedContinuation { screen = $0 } }
    try await page.open()
    _ = try await begin(page)
    try await eventually("the screen") { screen != nil }
    try await page.open(at: "test://page.example/next")
    let busy = try await page.ask("camera.document.capture", id: "c2")
    XCTAssertTrue(busy.contains("BUSY"))
    screen?.resume(returning: .passport)
    try await eventually("the end") { slot.activeRequest == nil }
    let received = try await page.received()
    XCTAssertEqual(received, ["c2 error"])
    XCTAssertNil(page.host.lastError)
  }

  /// A screen may report its end only after the next capture has begun.
  func testALateCompleteOfAnOldCaptureDoesNotEndANewOne() async throws {
    let (page, slot) = try await open()
    let old = try await begin(page)
    try await page.open(at: "test://page.example/next")
    try await eventually("the cancellation") { slot.activeRequest == nil }
    // The new page uses the id of the old capture again.
    let new = try await begin(page)
    slot.complete(.cancelled(reason: "dismissed"), of: old)
    let byHand = BridgeMessage(type: .request, correlationId: "c1", payload: new.payload)
    slot.complete(.cancelled(reason: "dismissed"), of: byHand)
    XCTAssertNotNil(slot.activeRequest)
    slot.complete(.passport, of: new)
    let answer = try await page.final()
    XCTAssertTrue(answer.contains("success"))
  }

  func testDetachingCancelsTheCapture() async throws {
    let (page, slot) = try await open()
    _ = try await begin(page)
    page.host.detach()
    try await eventually("the cancellation") { slot.activeRequest == nil }
    XCTAssertNil(page.host.lastError)
  }

  #if os(Linux)
  func testTheEndOfTheProcessCancelsTheCapture() async throws {
    let (page, slot) = try await open()
    _ = try await begin(page)
    page.browser.webView.terminateWebProcess()
    try await eventually("the cancellation") { slot.activeRequest == nil }
    try await page.open()
    let answer = try await page.ask("capability.query", id: "c2")
    XCTAssertTrue(answer.contains("success"))
  }
  #endif
}
