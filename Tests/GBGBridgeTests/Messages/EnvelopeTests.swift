import Foundation
import GBGBridge
import WebTestSupport
import XCTest

/// Our interpretation of the envelope. The public documentation contains no literal example of an envelope.
@MainActor final class EnvelopeTests: XCTestCase {
  func testABodyMayBeAnObjectOrJSONText() async throws {
    let page = GBGPage(.ios)
    try await page.open()
    for (id, message) in [("object", "m"), ("text", "JSON.stringify(m)")] {
      try await page.say("((m) => \(message))(\(GBGPage.request("capability.query", id: id)))")
      let answer = try await page.final(id)
      XCTAssertTrue(answer.contains("success"))
    }
    XCTAssertNil(page.host.lastError)
  }

  func testUnknownMembersAreIgnoredAndNullIsAbsent() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let lenient = [
        "{ type: 'request', correlationId: 'c0', payload: { action: 'app.ask' } }",
        "{ type: 'request', correlationId: 'c1', payload: { action: 'app.ask', data: null, status: null, error: null },"
          + " version: null, timestamp: null }",
        "{ type: 'request', correlationId: 'c2', payload: { action: 'app.ask', status: 7, error: [], more: {} },"
          + " version: [], timestamp: 'noon', more: 1 }",
        "{ type: 'request', correlationId: '', payload: { action: '', error: { message: 'x' } }, version: '1' }",
      ]
      for message in lenient { try await page.say(message) }
      let pending = try await page.pending(lenient.count)
      XCTAssertEqual(pending.map(\.correlationId), ["c0", "c1", "c2", ""])
      XCTAssertEqual(pending.map(\.version), [nil, nil, nil, "1"])
      XCTAssertTrue(
        pending.allSatisfy { $0.payload.data == nil && $0.payload.status == nil && $0.payload.error == nil })
      XCTAssertNil(page.host.lastError)
    }
  }

  func testTypeCorrelationIdAndActionAreRequired() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let wrong = [
        "null", "7", "true", "[]", "'x'", "{}",
        "{ correlationId: 'c', payload: { action: 'x' } }",
        "{ type: 7, correlationId: 'c', payload: { action: 'x' } }",
        "{ type: 'Request', correlationId: 'c', payload: { action: 'x' } }",
        "{ type: 'request', payload: { action: 'x' } }",
        "{ type: 'request', correlationId: 7, payload: { action: 'x' } }",
        "{ type: 'event', correlationId: 'c' }",
        "{ type: 'event', correlationId: 'c', payload: [] }",
        "{ type: 'event', correlationId: 'c', payload: 'x' }",
        "{ type: 'event', correlationId: 'c', payload: {} }",
        "{ type: 'event', correlationId: 'c', payload: { action: ['x'] } }",
        "{ type: 'event', correlationId: 'c', payload: { action: 'x', data: [] } }",
        "{ type: 'event', correlationId: 'c', payload: { action: 'x', data: 'x' } }",
      ]
      for message in wrong { try await page.say(message) }
      let received = try await page.received()
      XCTAssertEqual(received, [])
      XCTAssertEqual(page.host.receivedMessages.map(\.payload.action), ["capability.query"])
      XCTAssertEqual(page.observations.count { $0.failure?.hasPrefix("MALFORMED") == true }, wrong.count)
    }
  }

  func testAnUndecodableRequestWithAnIdIsAnsweredWithInvalidRequest() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let wrong = [
        "{ type: 'request', correlationId: 'c0' }", "{ type: 'request', correlationId: 'c1', payload: 7 }",
        "{ type: 'request', correlationId: 'c2', payload: { action: 7 } }",
        "{ type: 'request', correlationId: 'c3', payload: { action: 'x', data: 7 } }",
      ]
      for message in wrong { try await page.say(message) }
      let received = try await page.received(
        "[m.correlationId, m.payload.action, m.payload.status, m.payload.error.code, m.payload.error.recoverable]")
      XCTAssertEqual(
        received,
        [("c0", ""), ("c1", ""), ("c2", ""), ("c3", "x")].map { "\($0),\($1),error,INVALID_REQUEST,false" })
    }
  }

  func testARequestOfAnotherMajorVersionIsAnsweredWithVersionMismatch() async throws {
    try await onBothSurfaces { page in
      page.host.documentCapture.handler = { _ in .passport }
      try await page.open()
      for (number, version) in ["'2.0'", "'0.9'", "''", "'x'", "2", "'10.0'"].enumerated() {
        let message = GBGPage.request("camera.document.capture", id: "c\(number)")
        try await page.say("{ ...\(message), version: \(version) }")
        let answer = try await page.final("c\(number)")
        XCTAssertTrue(answer.contains(#""error":{"code":"VERSION_MISMATCH""#), "\(version): \(answer)")
        XCTAssertTrue(answer.contains(#""recoverable":false"#))
      }
      for (number, version) in ["'1'", "'1.7'", "1", "1.5"].enumerated() {
        let message = GBGPage.request("camera.document.capture", id: "d\(number)")
        try await page.say("{ ...\(message), version: \(version) }")
        let answer = try await page.final("d\(number)")
        XCTAssertTrue(answer.contains("success"), "\(version): \(answer)")
      }
      XCTAssertEqual(page.host.receivedMessages.count, 10)
    }
  }

  func testMessagesOfTheHostHaveAllMembersOfTheEnvelope() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      let before = Date().timeIntervalSince1970 * 1000
      page.host.send(event: "host.ready", data: [:])
      _ = try await page.ask("capability.query")
      let shapes = try await page.received("[m.version, m.type, typeof m.correlationId, Object.keys(m).sort()]")
      XCTAssertEqual(
        shapes,
        ["event", "response"].map { "1.0,\($0),string,correlationId,payload,timestamp,type,version" })
      for time in try await page.received("m.timestamp") {
        XCTAssertTrue((before - 1...before + 60_000).contains(Double(time) ?? 0), time)
      }
    }
  }

  func testTheHostDefinesAnExtensibleObjectWithoutReceive() async throws {
    for surface in [GBGSurface.ios, .android] {
      let page = GBGPage(surface)
      try await page.browser.open("<head><script>window.atStart = Object.keys(GBGBridge).join()</script>")
      let start = try await page.browser.text(
        "return [atStart, Object.isExtensible(GBGBridge), typeof GBGBridge.receive].join(' ')")
      XCTAssertEqual(start, surface == .ios ? " true undefined" : "postMessage true undefined")
    }
  }

  func testAnExistingObjectIsKeptIfItIsExtensible() async throws {
    let scripts = [
      ("{ mine: 1 }", "1"), ("Object.assign(() => {}, { mine: 2 })", "2"), ("Object.freeze({ mine: 3 })", "undefined"),
      ("null", "undefined"), ("7", "undefined"),
    ]
    for (script, mine) in scripts {
      let page = GBGPage(before: "window.GBGBridge = \(script);")
      try await page.open()
      let value = try await page.browser.text("return GBGBridge.mine")
      XCTAssertEqual(value, mine)
      let answer = try await page.ask("capability.query")
      XCTAssertTrue(answer.contains("success"))
    }
  }
}
