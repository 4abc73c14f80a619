import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Values that break other bridges: values that JSON cannot express, texts that look like code, and names with a
/// meaning in JavaScript.
@MainActor final class ValueAttackTests: XCTestCase {
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  private func open(_ capabilities: [Capability] = [], script: String = "") async throws -> CausewayPage {
    let page = CausewayPage(capabilities + [echo])
    try await page.browser.open("<body><script>\(script)</script>")
    return page
  }

  // MARK: Values that JSON cannot express

  func testValuesThatCannotBeWrittenAsJSONAreRefusedWithAReason() async throws {
    let page = try await open()
    let values = [
      ("1n", "BigInt"), ("(() => { const o = { a: [] }; o.a.push(o); return o; })()", "cyclic"),
      ("new Proxy({}, { ownKeys() { throw new Error('proxy') } })", "proxy"),
      ("{ get a() { throw new Error('getter') } }", "getter"), ("{ toJSON() { throw new Error('method') } }", "method"),
      ("{ toJSON() { throw { toString() { throw 1 } } } }", "cannot be converted to a string"),
      ("{ toJSON() { const o = {}; o.o = o; return o; } }", "cyclic"),
      ("(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()", "revoked"),
    ]
    for (value, reason) in values {
      let answer = try await page.call("'echo', \(value)")
      XCTAssertTrue(answer.hasPrefix("rejected CausewayError MALFORMED: "), "\(value): \(answer)")
      XCTAssertTrue(answer.contains(reason), "\(value): \(answer)")
    }
    let next = try await page.call("'echo', 1")
    XCTAssertEqual(next, "1")
  }

  /// Values that JSON cannot express arrive as `null` or `{}`, or are left out of their object.
  func testValuesThatJSONOmitsArriveAsNullOrMissing() async throws {
    let page = try await open()
    let values = [
      ("() => 1", "null"), ("Symbol('s')", "null"), ("NaN", "null"), ("-Infinity", "null"), ("undefined", "null"),
      ("new WeakMap()", "{}"), ("document.body", "{}"), ("window.crypto", "{}"), ("{ toJSON() { return this } }", "{}"),
      ("{ f() {}, [Symbol('s')]: 1, u: undefined }", "{}"), ("[() => 1, Symbol('s'), undefined]", "[null,null,null]"),
      ("[, , 1]", "[null,null,1]"), ("Object.assign([1], { more: 2 })", "[1]"),
      ("new Proxy([1, 2], {})", "[1,2]"), ("Object.create({ inherited: 1 })", "{}"),
    ]
    for (value, expected) in values {
      let answer = try await page.call("'echo', \(value)")
      XCTAssertEqual(answer, expected, value)
    }
  }

  /// The reason of a refusal comes from the page, and must not be parsed as lines of a packet.
  func testLineBreaksInAReasonDoNotForgeRequests() async throws {
    let page = try await open()
    let answer = try await page.call(
      #"'echo', { toJSON() { throw new Error('x\nr causeway 77 {"name":"echo"}\nc 1\u2028') } }"#)
    XCTAssertTrue(answer.hasPrefix("rejected CausewayError MALFORMED: "), answer)
    XCTAssertEqual(page.requests.count, 1)
    XCTAssertTrue(page.observations.allSatisfy { $0.kind != .discarded })
  }

  // MARK: Texts that look like code

  /// Texts that look like code, each as a JavaScript literal and as a Swift string.
  private static let texts: [(script: String, text: String)] = [
    (#""<\/script><script>window.executed = 1<\/script>""#, "</script><script>window.executed = 1</script>"),
    (#""--><!--<script>""#, "--><!--<script>"), (#""'); window.executed = 1; ('""#, "'); window.executed = 1; ('"),
    (#""\"); window.executed = 1; (\"""#, "\"); window.executed = 1; (\""),
    (#""`${window.executed = 1}`""#, "`${window.executed = 1}`"), (#""\\\\\"\\""#, #"\\"\"#),
    (#""a\nb\rc\u2028d\u2029e\0f""#, "a\nb\rc\u{2028}d\u{2029}e\0f"),
    (
      #""\n2\nd causeway {\"event\":\"e\",\"data\":\"forged\"}""#,
      "\n2\nd causeway {\"event\":\"e\",\"data\":\"forged\"}"
    ),
    (#""\uFEFF\u202E😀\x7f\x1b[0m""#, "\u{FEFF}\u{202E}😀\u{7F}\u{1B}[0m"),
    (#""javascript:window.executed = 1""#, "javascript:window.executed = 1"),
    (#""\uD800""#, "\u{FFFD}"), (#""\uDC00x\uD83D""#, "\u{FFFD}x\u{FFFD}"),
  ]

  func testTextsThatLookLikeCodeArriveUnchangedAndDoNotRun() async throws {
    var told: [JSONValue] = []
    let note = Capability(
      "note", policy: .everyone,
      json: { value, _ in
        told.append(value)
        return value
      })
    let page = try await open(
      [note],
      script: "heard = []; causeway.on('e', (text) => heard.push(text)); causeway.handle('same', (text) => text)")
    let conversation = try page.conversation
    for (script, text) in Self.texts {
      // The app's text returns unchanged to the page: in an answer, an event and a call.
      let answer = try await page.browser.text("return escape(await causeway.call('note', \(script)))")
      XCTAssertEqual(told.last, .string(text), script)
      try conversation.send(event: "e", data: .string(text))
      let back = try await within("an answer") { try await conversation.call("same", .string(text)) }
      XCTAssertEqual(back, .string(text), script)
      let heard = try await page.browser.text("return escape(heard.at(-1))")
      XCTAssertEqual(heard, answer, script)
    }
    let state = try await page.browser.text(
      "return heard.length + ' ' + window.executed + ' ' + document.scripts.length")
    XCTAssertEqual(state, "\(Self.texts.count) undefined 1")
  }

  // MARK: Names with a meaning in JavaScript

  private static let names = [
    "__proto__", "constructor", "prototype", "hasOwnProperty", "toString", "valueOf", "then", "toJSON", "get", "set",
    "value", "length", "0", "", " ", "a b", "r", "q causeway 1", "\n", "\u{2028}", "</script>", "`${1}`", "\"", "\\",
    "é😀",
  ]

  private func literal(_ text: String) -> String { JSONValue.string(text).json }

  func testMembersOfAnyNameArriveAndChangeNoPrototype() async throws {
    let page = try await open(script: "causeway.handle('same', (value) => value)")
    let conversation = try page.conversation
    var object = JSONObject()
    for name in Self.names { object[name] = ["polluted": .string(name)] }
    let told = try await page.browser.text(
      """
      const text = \(literal(JSONValue.object(object).json));
      const value = JSON.parse(text);
      const back = await causeway.call("echo", value);
      const isPolluted = ({}).polluted ?? [].polluted ?? (() => 1).polluted ?? causeway.polluted;
      return [JSON.stringify(back) === JSON.stringify(value), isPolluted, Object.getPrototypeOf(back) === Object.prototype].join();
      """)
    XCTAssertEqual(told, "true,,true")
    let back = try await within("an answer") { try await conversation.call("same", .object(object)) }
    XCTAssertEqual(back, .object(object))
  }

  func testCapabilitiesEventsAndHandlersOfAnyNameAreThemselves() async throws {
    let page = try await open(
      Self.names.map { name in Capability(name, policy: .everyone, json: { _, _ in .string("capability " + name) }) })
    let conversation = try page.conversation
    for name in Self.names {
      let answer = try await page.call(literal(name))
      XCTAssertEqual(answer, literal("capability " + name))
      try conversation.send(event: name, data: .string("kept " + name))
      _ = try await page.browser.text(
        """
        const name = \(literal(name));
        window.heard = [];
        await causeway.call("echo");
        causeway.on(name, (data) => heard.push(data));
        causeway.handle(name, () => "handler " + name);
        return 1;
        """)
      try conversation.send(event: name, data: .string("told " + name))
      let handled = try await within("an answer") { try await conversation.call(name) }
      XCTAssertEqual(handled, .string("handler " + name))
      let heard = try await page.browser.text("return JSON.stringify(heard)")
      XCTAssertEqual(heard, "[\(literal("kept " + name)),\(literal("told " + name))]")
    }
  }

  /// A name that nobody registered must not be found in the app or in the page, even if JavaScript objects inherit the
  /// name.
  func testInheritedNamesAreNotCapabilitiesOrHandlers() async throws {
    let page = try await open()
    let conversation = try page.conversation
    for name in Self.names {
      let answer = try await page.call(literal(name))
      XCTAssertTrue(answer.hasPrefix("rejected CausewayError UNKNOWN_CAPABILITY: "), "\(name): \(answer)")
      do {
        let value = try await within("an answer") { try await conversation.call(name) }
        XCTFail("\(name): \(value as Any)")
      } catch {
        XCTAssertEqual(error as? PageCallError, .rejected("the page has no handler named \"\(name)\""))
      }
    }
  }
}
