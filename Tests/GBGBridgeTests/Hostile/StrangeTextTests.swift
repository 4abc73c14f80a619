import CausewayJSON
import GBGBridge
import WebTestSupport
import XCTest

/// Texts that have broken other bridges, in every member that can be a text.
@MainActor final class StrangeTextTests: XCTestCase {
  private static let texts = [
    "", " ", "\u{2028}\u{2029}", "\u{0}", "a\u{0}b", "</script><script>window.broken = 1</script>", "'\"`\\${1}",
    "\r\n",
    "\u{7F}\u{80}\u{FEFF}\u{FFFF}", "🙂e\u{301}", "__proto__", "constructor", "toString", "hasOwnProperty", "then",
    "<!--", "]]>", "%00", "1 gbg {}", "\nx gbg \"no\"",
  ]

  func testUnusualTextsArriveUnchangedInBothDirections() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      for (number, text) in Self.texts.enumerated() {
        let literal = JSONValue.string(text).json
        try await page.say(
          """
          JSON.parse(JSON.stringify({ type: "request", correlationId: \(literal) + \(number),
            payload: { action: "app." + \(literal), data: { value: \(literal), [\(literal)]: \(literal) } } }))
          """)
        let request = try await page.pending()[0]
        XCTAssertEqual(JSONValue.string(request.correlationId), .string(text + "\(number)"))
        XCTAssertEqual(JSONValue.string(request.payload.action), .string("app." + text))
        XCTAssertEqual(request.payload.data?["value"], .string(text))
        XCTAssertEqual(request.payload.data?[text], .string(text))
        page.host.respond(
          to: request, status: .error, data: [text: .string(text), "value": .string(text)],
          error: BridgeErrorPayload(code: text, message: text))
        let isSame = try await page.browser.text(
          """
          const text = \(literal);
          const { payload } = await final(text + \(number));
          const { data, error } = payload;
          return [payload.action === "app." + text, data.value === text, Object.hasOwn(data, text) && data[text] === text,
            error.code === text, error.message === text, Object.getPrototypeOf(data) === Object.prototype].join();
          """)
        XCTAssertEqual(isSame, "true,true,true,true,true,true", literal)
        page.host.send(event: text, data: [text: .string(text)])
      }
      let events = try await page.browser.text(
        """
        const texts = \(JSONValue.array(Self.texts.map(JSONValue.string)).json);
        await until((m) => m.type === "event" && m.payload.action === texts.at(-1));
        const events = received.filter((m) => m.type === "event");
        return events.every((m, place) => m.payload.action === texts[place]
          && Object.hasOwn(m.payload.data, texts[place]) && m.payload.data[texts[place]] === texts[place])
          + " " + events.length + " " + window.broken + " " + ({}).polluted;
        """)
      XCTAssertEqual(events, "true \(Self.texts.count) undefined undefined")
      XCTAssertNil(page.host.lastError)
    }
  }

  func testCapabilitiesOfAnyNameAreServedAndListed() async throws {
    try await onBothSurfaces { page in
      for text in Self.texts {
        page.host.registerCustomCapability(text, version: text) {
          $1.respond(status: .success, data: ["me": .string(text)])
        }
      }
      try await page.open()
      _ = try await page.ask("capability.query")
      let listed = try await page.browser.text(
        """
        const { capabilities } = (await final("c1")).payload.data;
        const texts = \(JSONValue.array(Self.texts.map(JSONValue.string)).json);
        return texts.every((text) => Object.hasOwn(capabilities, text) && capabilities[text].version === text)
          + " " + Object.keys(capabilities).length;
        """)
      XCTAssertEqual(listed, "true \(Self.texts.count)")
      for (number, text) in Self.texts.enumerated() {
        let literal = JSONValue.string(text).json
        try await page.say(
          "{ type: 'request', correlationId: 'd\(number)', payload: { action: \(literal) } }")
        let answer = try await page.final("d\(number)")
        XCTAssertEqual(try JSONValue(parsing: answer)["data"]?["me"], .string(text))
      }
    }
  }

  /// A Swift string cannot contain a lone surrogate, so the id in the response differs from the id in the request. The
  /// rest of the message must not change.
  func testALoneSurrogateBecomesTheReplacementCharacter() async throws {
    try await onBothSurfaces { page in
      try await page.open()
      try await page.say(
        "{ type: 'request', correlationId: 'a\\ud800', payload: { action: 'app.ask', data: { '\\udfff': '\\ud83d' } } }"
      )
      let request = try await page.pending()[0]
      XCTAssertEqual(request.correlationId, "a\u{FFFD}")
      XCTAssertEqual(request.payload.data, ["\u{FFFD}": "\u{FFFD}"])
      page.host.respond(to: request, status: .success, data: request.payload.data)
      let received = try await page.received("m.correlationId + Object.keys(m.payload.data)")
      XCTAssertEqual(received, ["a\u{FFFD}\u{FFFD}"])
    }
  }
}
