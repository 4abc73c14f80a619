import Causeway
import GBGBridge
import WebTestSupport
import XCTest

/// Bodies that are not messages, and bodies that are too deep or too large.
@MainActor final class BadInputTests: XCTestCase {
  func testTextThatIsNotJSONSetsLastErrorAndIsNotAnswered() async throws {
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface)
      try await page.open()
      let post = surface == .ios ? "webkit.messageHandlers.gbgBridge" : "GBGBridge"
      let texts = ["", " ", "{", "nul", "{'type':'request'}", "[1,", "\\u0001", "\\ufeff{}", "1e400", "undefined"]
      for text in texts {
        _ = try await page.browser.text(
          "\(post).postMessage('\(text.replacingOccurrences(of: "'", with: "\\'"))'); return 1")
      }
      let received = try await page.received()
      XCTAssertEqual(received, [])
      XCTAssertEqual(page.observations.count { $0.failure?.hasPrefix("MALFORMED") == true }, texts.count)
      XCTAssertNotNil(page.host.lastError)
    }
  }

  func testAValueWithoutJSONFormSetsLastError() async throws {
    let page = GBGPage(.ios)
    try await page.open()
    let values = [
      "undefined", "() => 1", "Symbol('x')", "10n", "{ toJSON() { throw new Error('mine') } }",
      "(() => { const o = {}; o.o = o; return o; })()",
    ]
    for value in values {
      _ = try await page.browser.text("webkit.messageHandlers.gbgBridge.postMessage(\(value)); return 1")
    }
    let error = try await page.error()
    XCTAssertTrue(error.contains("JSON"), error)
    let received = try await page.received()
    XCTAssertEqual(received, [])
    XCTAssertEqual(page.observations.count { $0.failure?.hasPrefix("MALFORMED") == true }, values.count)
  }

  func testOnAndroidAValueThatIsNotTextIsMalformed() async throws {
    let page = GBGPage(.android)
    try await page.open()
    for value in ["undefined", "{}", "7", "null", "[]"] {
      _ = try await page.browser.text("GBGBridge.postMessage(\(value)); return 1")
    }
    let received = try await page.received()
    XCTAssertEqual(received, [])
    XCTAssertEqual(page.observations.count { $0.failure?.hasPrefix("MALFORMED") == true }, 5)
  }

  func testAMessageThatIsTooDeepIsAnsweredWithTheIdAtItsBeginning() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let deep = { (levels: Int) in "JSON.parse('['.repeat(\(levels)) + ']'.repeat(\(levels)))" }
      // The message, its payload and the payload's data are three levels.
      try await page.request("app.ask", "{ deep: \(deep(509)) }", id: "fits")
      _ = try await page.pending()
      for levels in [510, 5_000] {
        let answer = try await page.ask("app.ask", "{ deep: \(deep(levels)) }", id: "deep\(levels)")
        XCTAssertTrue(answer.contains("INVALID_REQUEST"), answer)
      }
      XCTAssertEqual(page.host.receivedMessages.map(\.correlationId), ["fits"])
    }
  }

  func testAMessageThatIsTooLargeIsAnsweredWithTheIdAtItsBeginning() async throws {
    var limits = Limits()
    limits.messageBytes = 2_000
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface, limits: limits)
      try await page.open()
      let answer = try await page.ask("app.ask", "{ a: 'x'.repeat(2000) }", id: "first \\\"ü\\u0000🙂")
      XCTAssertTrue(answer.contains("INVALID_REQUEST"), answer)
      XCTAssertTrue(page.host.lastError?.contains("the limit is 2000") == true)
      let silent = [
        "{ payload: { action: 'app.ask', data: 'x'.repeat(2000) }, type: 'request', correlationId: 'late' }",
        "{ type: 'event', correlationId: 'event', payload: { action: 'x'.repeat(2000) } }",
        "{ correlationId: 'none', payload: 'x'.repeat(2000), type: 'request' }",
        "{ type: 'request', correlationId: 'x'.repeat(2000) }",
      ]
      for message in silent { try await page.say(message) }
      let received = try await page.received("m.payload.error.code")
      XCTAssertEqual(received, ["INVALID_REQUEST"])
      XCTAssertEqual(page.observations.count { $0.failure?.hasPrefix("TOO_LARGE") == true }, silent.count + 1)
    }
  }

  func testAnUnreadableMessageDoesNotAnswerAnOpenRequestWithItsId() async throws {
    var limits = Limits()
    limits.messageBytes = 2_000
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface, limits: limits)
      try await page.open()
      try await page.request("app.ask")
      _ = try await page.pending()
      try await page.request("app.ask", "{ a: 'x'.repeat(2000) }")
      try await page.say("{ type: 'request', correlationId: 'c1' }")
      let received = try await page.received()
      XCTAssertEqual(received, [])
      XCTAssertEqual(page.host.pendingRequests.count, 1)
    }
  }

  /// The message gets no response, because the page would mistake it for the response to the open request.
  func testAnUnreadableMessageWithTheIdOfAnOpenRequestSetsLastError() async throws {
    let page = GBGPage()
    try await page.open()
    try await page.request("app.ask")
    _ = try await page.pending()
    try await page.say("{ type: 'request', correlationId: 'c1' }")
    let error = try await page.error()
    XCTAssertTrue(error.contains("payload"), error)
    let received = try await page.received()
    XCTAssertEqual(received, [])
  }
}
