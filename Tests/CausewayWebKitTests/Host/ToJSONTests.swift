import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Pages whose scripts add a `toJSON` to the prototypes of plain values. The app gets the values that the page passes.
@MainActor final class ToJSONTests: XCTestCase {
  private var received: [JSONValue] = []

  private func open(_ script: String = "") async throws -> CausewayPage {
    let note = Capability(
      "note", policy: .everyone,
      json: { [unowned self] value, _ in
        received.append(value)
        return nil
      })
    let collect = Capability(
      "collect", policy: .everyone,
      receiving: { [unowned self] (_: JSONValue, values: PageValues<JSONValue>, _: Call) -> JSONValue? in
        for try await value in values { received.append(value) }
        return nil
      })
    let page = CausewayPage([note, collect])
    try await page.browser.open("<body><script>\(toJSONOnPrototypes)\(script)</script>")
    return page
  }

  func testPlainValuesArriveUnchanged() async throws {
    let page = try await open()
    let values: [(String, JSONValue)] = [
      ("[1, 'x', true, null]", [1, "x", true, .null]),
      (
        "{ a: { b: [[]] }, d: new Date(5) }",
        [
          "a": ["b": [[]]], "d": "1970-01-01T00:00:00.005Z",
        ]
      ),
      ("[new Date(NaN), new String('x'), new Number(5), new Boolean(false)]", [.null, "x", 5, false]),
      ("{ f() {}, u: undefined, s: Symbol(), n: NaN }", ["n": .null]),
      ("[, undefined, () => 1]", [.null, .null, .null]),
      ("'text'", "text"), ("{ toJSON: 5 }", ["toJSON": 5]),
      (#"JSON.parse('{ "__proto__": { "x": 1 }, "length": 2 }')"#, ["__proto__": ["x": 1], "length": 2]),
      ("new (class extends Array {})(2).fill(1)", [1, 1]), ("new (class { a = [1] })()", ["a": [1]]),
    ]
    for (script, expected) in values {
      let answer = try await page.call("'note', \(script)")
      XCTAssertEqual(answer, "undefined", script)
      XCTAssertEqual(received.last, expected, script)
    }
  }

  func testToJSONOfThePagesOwnObjectsIsCalled() async throws {
    let page = try await open()
    let values: [(String, JSONValue)] = [
      ("{ price: new (class { toJSON(name) { return [name, 3]; } })() }", ["price": ["price", 3]]),
      ("{ toJSON() { return { list: [1] }; } }", ["list": [1]]),
      ("new URL('https://a.example/b')", "https://a.example/b"),
      ("new (class extends Date { toJSON() { return 'mine'; } })(0)", "mine"),
    ]
    for (script, expected) in values {
      _ = try await page.call("'note', \(script)")
      XCTAssertEqual(received.last, expected, script)
    }
    _ = try await page.call("'note', (BigInt.prototype.toJSON = function () { return '' + this; }, [10n])")
    XCTAssertEqual(received.last, ["10"])
  }

  func testValuesThatJSONCannotExpressAreRefused() async throws {
    let page = try await open()
    for (value, reason) in [
      ("[10n]", "BigInt"), ("(() => { const o = { a: [] }; o.a.push(o); return o; })()", "cyclic"),
      ("{ get a() { throw new Error('getter') } }", "getter"),
    ] {
      let answer = try await page.call("'note', \(value)")
      XCTAssertTrue(answer.hasPrefix("rejected CausewayError MALFORMED: "), answer)
      XCTAssertTrue(answer.contains(reason), answer)
    }
  }

  func testStreamsAndAnswersOfThePageArriveUnchanged() async throws {
    let page = try await open("causeway.handle('list', () => [[1], { a: new Date(0) }])")
    _ = try await page.browser.run("await causeway.upload('collect', null, [[1], { b: [2] }])")
    XCTAssertEqual(received, [[1], ["b": [2]]])
    let conversation = try page.conversation
    let answer = try await within("an answer") { try await conversation.call("list") }
    XCTAssertEqual(answer, [[1], ["a": "1970-01-01T00:00:00.000Z"]])
  }

  func testTheChecksOfAContractSeeTheValuesOfThePage() async throws {
    let app = ConnectedPage()
    try await app.open(toJSONOnPrototypes)
    let shared = try await app.run("return app.share({ text: 'Hello', url: null })")
    XCTAssertEqual(shared, "true")
    let date = try await app.run("return app.text.echo(new Date(0))")
    XCTAssertEqual(date, "\"1970-01-01T00:00:00.000Z\"")
  }
}
