import Causeway
import Foundation
import TodayWebViewBridge
import WebTestSupport
import XCTest

/// `track` in the public contract, and this project's decisions where the contract has no rule.
@MainActor final class TrackTests: XCTestCase {
  private func open() async throws -> TodayPage {
    let page = TodayPage()
    try await page.browser.open("<body>")
    return page
  }

  func testArraysObjectsAndNullAreDropped() async throws {
    let page = try await open()
    _ = try await page.post(
      "{ type: 'track', ename: 'e', parameters: { s: 'x', n: 1, t: true, f: false, zero: 0, empty: '', a: [1], o: { x: 1 }, z: null, u: undefined } }"
    )
    let properties = try XCTUnwrap(page.app.events.first?.properties)
    let base: Set = ["eid", "sid", "ts", "tz", "uid", "did", "client_plat", "ctx"]
    XCTAssertEqual(Set(properties.keys).subtracting(base), ["s", "n", "t", "f", "zero", "empty"])
  }

  func testTheBaseFieldsAreAdded() async throws {
    let page = try await open()
    let before = Date().timeIntervalSince1970 * 1000
    for _ in 0..<2 { _ = try await page.post("{ type: 'track', ename: 'e' }") }
    let after = Date().timeIntervalSince1970 * 1000
    let properties = try XCTUnwrap(page.app.events.first?.properties)
    XCTAssertNotNil(UUID(uuidString: properties["eid"]?.stringValue ?? ""))
    XCTAssertNotEqual(properties["eid"], page.app.events[1].properties["eid"])
    let time = try XCTUnwrap(properties["ts"]?.numberValue)
    XCTAssertTrue((before.rounded(.down)...after.rounded(.up)).contains(time), "\(time)")
    XCTAssertNotNil(TimeZone(identifier: properties["tz"]?.stringValue ?? "none"))
    XCTAssertEqual(properties["sid"], "session-1")
    XCTAssertEqual(properties["uid"], "user-1")
    XCTAssertEqual(properties["did"], "device-1")
    XCTAssertEqual(properties["client_plat"], "ios")
    XCTAssertEqual(properties["ctx"], ["build": 7])
  }

  func testClientPlatNamesThePlatform() async throws {
    try await onSurfaces { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      _ = try await page.post("{ type: 'track', ename: 'e' }")
      XCTAssertEqual(page.app.events.first?.properties["client_plat"], .string(surface.platform))
    }
  }

  func testBaseFieldsReplaceParametersOfThePage() async throws {
    let page = try await open()
    page.app.fields.user = nil
    _ = try await page.post(
      """
      { type: 'track', ename: 'e', eid: 'page', parameters:
        { eid: 'page', sid: 'page', ts: 1, tz: 'page', uid: 'page', did: 'page', client_plat: 'page', ctx: 'page', own: 'page' } }
      """)
    let properties = try XCTUnwrap(page.app.events.first?.properties)
    XCTAssertEqual(properties.filter { $0.1 == "page" }.map(\.0), ["own"])
    XCTAssertNotEqual(properties["ts"], 1)
    XCTAssertEqual(properties["uid"], .null)
  }

  func testContextKeepsOnlyScalarValues() async throws {
    let page = try await open()
    page.app.fields.context = ["s": "x", "a": [1], "o": ["x": 1], "z": nil, "b": true]
    _ = try await page.post("{ type: 'track', ename: 'e' }")
    XCTAssertEqual(page.app.events.first?.properties["ctx"], ["s": "x", "b": true])
  }

  func testAnEmptyNameIsIgnoredWithAWarning() async throws {
    let page = try await open()
    for message in [
      "{ type: 'track' }", "{ type: 'track', ename: '' }", "{ type: 'track', ename: 5 }",
      "{ type: 'track', ename: null }",
    ] {
      let before = page.replies.count
      let answer = try await page.post(message)
      XCTAssertEqual(answer, "undefined", message)
      XCTAssertEqual(page.replies.dropFirst(before).map { $0.failure?.contains("ename") }, [true], message)
    }
    XCTAssertTrue(page.app.events.isEmpty)
    XCTAssertEqual(
      page.log.map { $0.contains("\"track\"") && $0.hasSuffix("INVALID_PARAMETERS.") }, [true], "\(page.log)")
  }

  func testParametersThatAreNotAnObjectAreIgnored() async throws {
    let page = try await open()
    for parameters in ["'text'", "[1, 2]", "null", "5"] {
      let answer = try await page.post("{ type: 'track', ename: 'e', parameters: \(parameters) }")
      XCTAssertEqual(answer, "undefined")
    }
    XCTAssertEqual(page.app.events.map(\.properties.count), [8, 8, 8, 8])
  }

  func testSpecialNamesOfParametersAreKept() async throws {
    let page = try await open()
    _ = try await page.post(
      "{ type: 'track', ename: 'line\\u2028\\u2029\\0 </script>', parameters: { ['__proto__']: 1, constructor: 'c', '': 2, '\\u2028': 3 } }"
    )
    let event = try XCTUnwrap(page.app.events.first)
    XCTAssertEqual(event.name, "line\u{2028}\u{2029}\0 </script>")
    XCTAssertEqual(event.properties["__proto__"], 1)
    XCTAssertEqual(event.properties["constructor"], "c")
    XCTAssertEqual(event.properties[""], 2)
    XCTAssertEqual(event.properties["\u{2028}"], 3)
  }
}
