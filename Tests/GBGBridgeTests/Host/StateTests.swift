import GBGBridge
import WebTestSupport
import XCTest

/// Observation of a host without Combine.
@MainActor final class StateTests: XCTestCase {
  func testStatesBeginWithTheCurrentStateAndContinueWithChanges() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      var states = page.host.states.makeAsyncIterator()
      let first = await states.next()
      XCTAssertEqual(first, page.host.state)
      try await page.request("app.ask")
      _ = try await page.pending()
      let second = await states.next()
      XCTAssertEqual(second?.pendingRequests.map(\.correlationId), ["c1"])
      XCTAssertEqual(second?.receivedMessages.map(\.correlationId), ["c1"])
      page.host.respond(to: page.host.pendingRequests[0], status: .success)
      let third = await states.next()
      XCTAssertEqual(third?.pendingRequests, [])
      try await page.say("7")
      _ = try await page.error()
      let fourth = await states.next()
      XCTAssertEqual(fourth?.lastError, page.host.lastError)
    }
  }

  /// Without a limit in bytes, a page could fill the app's memory with messages that the app does not read.
  func testFewerMessagesAreKeptIfTheyAreLarge() async throws {
    let page = GBGPage(isObserved: false)
    try await page.open()
    try await page.browser.run(
      """
      for (let number = 1; number <= 8; number += 1) {
        webkit.messageHandlers.gbgBridge.postMessage({
          type: "event", correlationId: "e" + number,
          payload: { action: "user.action", data: { text: "x".repeat(10 << 20) } },
        });
      }
      """)
    try await eventually("the last event") { page.host.receivedMessages.last?.correlationId == "e8" }
    XCTAssertEqual(page.host.receivedMessages.map(\.correlationId), ["e6", "e7", "e8"])
  }

  /// The limit counts the bytes in every field of a message.
  func testIdsAndActionsCountTowardTheLimit() async throws {
    let page = GBGPage(isObserved: false)
    try await page.open()
    try await page.browser.run(
      """
      for (let number = 1; number <= 8; number += 1) {
        const text = number + "x".repeat(10 << 20);
        webkit.messageHandlers.gbgBridge.postMessage({
          type: "event", correlationId: number % 2 ? text : "e", payload: { action: number % 2 ? "a" : text },
        });
      }
      """)
    try await eventually("the last event") { page.host.receivedMessages.last?.payload.action.first == "8" }
    XCTAssertEqual(page.host.receivedMessages.count, 3)
  }

  func testASlowReaderGetsOnlyTheNewestState() async throws {
    let page = GBGPage()
    try await page.open()
    var states = page.host.states.makeAsyncIterator()
    for number in 0..<20 { try await page.request("app.ask", id: "c\(number)") }
    _ = try await page.pending(20)
    try await eventually("the requests") { page.observations.count { $0.kind == .request } == 20 }
    // The host reports its new state in a later turn of the main actor.
    await Task.yield()
    let state = await states.next()
    XCTAssertEqual(state?.pendingRequests.count, 20)
  }

  func testAllReadersGetTheStatesUntilTheHostIsReleased() async throws {
    var host: BridgeHost? = BridgeHost(hostVersion: "1")
    var first = try XCTUnwrap(host).states.makeAsyncIterator()
    var second = try XCTUnwrap(host).states.makeAsyncIterator()
    let states = [await first.next(), await second.next()].compactMap { $0 }
    XCTAssertEqual(states.map(\.lastError), [nil, nil])
    let gone = Task { for await _ in host?.states ?? .finished {} }
    gone.cancel()
    await gone.value
    host?.send(event: "host.ready", data: [:])
    let later = [await first.next(), await second.next()].compactMap { $0 }
    XCTAssertEqual(later.map(\.lastError), ["WebView not attached", "WebView not attached"])
    weak let released = host
    host = nil
    try await eventually("the release") { released == nil }
    let ends = [await first.next(), await second.next()].compactMap { $0 }
    XCTAssertTrue(ends.isEmpty)
  }

  func testActiveRequestsBeginWithTheCurrentRequest() async throws {
    let page = GBGPage()
    let slot = page.host.documentCapture
    slot.handler = { [weak slot] _ in await slot?.awaitCompletion() ?? .cancelled(reason: "") }
    try await page.open()
    var requests = slot.activeRequests.makeAsyncIterator()
    let first = await requests.next()
    XCTAssertEqual(first, .some(nil))
    try await page.request("camera.document.capture")
    let second = await requests.next()
    XCTAssertEqual(second??.correlationId, "c1")
    slot.complete(.passport)
    let third = await requests.next()
    XCTAssertEqual(third, .some(nil))
  }

  func testActiveRequestsEndWithTheSlot() async throws {
    var slot: CaptureCapability? = CaptureCapability()
    let requests = try XCTUnwrap(slot).activeRequests
    slot = nil
    var all: [BridgeMessage?] = []
    for await request in requests { all.append(request) }
    XCTAssertEqual(all, [nil])
  }
}

extension AsyncStream {
  /// A sequence that ends without an element.
  fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}
