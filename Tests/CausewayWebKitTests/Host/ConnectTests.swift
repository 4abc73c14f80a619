import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// The object that `causeway.connect()` returns.
@MainActor final class ConnectTests: XCTestCase {
  private let app = ConnectedPage()

  private func run(_ body: String) async throws -> String {
    try await app.run(body)
  }

  func testFunctionsReturnTheirResults() async throws {
    try await app.open()
    let shared = try await run("return app.share({ text: 'Hello' })")
    XCTAssertEqual(shared, "true")
    let echo = try await run("return app.text.echo('x')")
    XCTAssertEqual(echo, "\"x\"")
    let nothing = try await run("return app.constructor()")
    XCTAssertEqual(nothing, "undefined")
    XCTAssertEqual(app.received.shared.map(\.text), ["Hello"])
  }

  func testStreamsUploadsAndEventsReachTheirHandlers() async throws {
    try await app.open()
    let sum = try await run("let sum = 0; for await (const n of app.count(4)) sum += n; return sum")
    XCTAssertEqual(sum, "6")
    let added = try await run("return app.add(1, [2, 3])")
    XCTAssertEqual(added, "6")
    let sent = try await run("return app.opened({ page: 'home' })")
    XCTAssertEqual(sent, "undefined")
    try await eventually("the event") { app.received.opened == ["home"] }
  }

  func testInvalidParametersAreNotSent() async throws {
    try await app.open()
    let number = try await run("return app.share({ text: 1 })")
    XCTAssertTrue(
      number.hasPrefix("TypeError text: share: the parameters do not match the contract: at text: "), number)
    let missing = try await run("return app.share({})")
    XCTAssertTrue(missing.hasPrefix("TypeError text: "), missing)
    let none = try await run("return app.text.echo()")
    XCTAssertTrue(none.hasPrefix("TypeError : "), none)
    let upload = try await run("return app.add('1', [])")
    XCTAssertTrue(upload.hasPrefix("TypeError : "), upload)
    let stream = try await run("for await (const n of app.count(1.5)) return n")
    XCTAssertTrue(stream.hasPrefix("TypeError : "), stream)
    let event = try await run("app.opened({ page: {} })")
    XCTAssertTrue(event.hasPrefix("TypeError page: "), event)
    XCTAssertEqual(app.page.observations.count { [.request, .event].contains($0.kind) }, 0)
  }

  func testParametersAreCheckedInTheirJSONForm() async throws {
    try await app.open()
    let date = try await run("return app.text.echo(new Date(0))")
    XCTAssertEqual(date, "\"1970-01-01T00:00:00.000Z\"")
    let written = try await run("return app.share({ text: { toJSON: () => 'a' }, url: null, more: 1n && undefined })")
    XCTAssertEqual(written, "true")
    let number = try await run("return app.share({ text: { toJSON: () => 1 } })")
    XCTAssertTrue(number.hasPrefix("TypeError text: "), number)
  }

  func testValuesThatJSONCannotExpressAreNamed() async throws {
    try await app.open()
    for (value, found) in [
      ("NaN", "NaN"), ("-Infinity", "-Infinity"), ("10n", "a BigInt"), ("new Map()", "a Map"),
      ("new Set([1])", "a Set"), ("undefined", "undefined"),
    ] {
      let text = try await run("return app.share({ text: \(value) })")
      XCTAssertTrue(text.hasSuffix(": at text: expected a string, found \(found)"), text)
    }
    let number = try await run("for await (const n of app.count(NaN)) return n")
    XCTAssertTrue(number.hasSuffix(": expected an integer, found NaN"), number)
    let optional = try await run("return app.share({ text: 'a', url: new Map() })")
    XCTAssertTrue(optional.hasSuffix(": at url: expected a string, found a Map"), optional)
    let whole = try await run("return app.share(new Map([['text', 'a']]))")
    XCTAssertTrue(whole.contains("found a Map"), whole)
    XCTAssertEqual(app.page.requests.count, 0)
  }

  func testAnErrorOfTheAppIsAnInstanceOfItsClass() async throws {
    try await app.open()
    let caught = try await run(
      """
      const error = await app.share({ text: 'declined' }).catch((error) => error);
      const other = await causeway.call('share', { text: 1 }).catch((error) => error);
      return [error instanceof app.errors.CardDeclined, error instanceof Error, error.name, error.code, error.message,
        error.details, other instanceof app.errors.CardDeclined, other.name, other.code, other.details];
      """)
    XCTAssertEqual(
      caught,
      #"[true,true,"CardDeclined","CARD_DECLINED","The card was declined.",{"attemptsLeft":2},false,"CausewayError","INVALID_PARAMETERS",null]"#
    )
  }

  func testHandlersReceiveTheCallsOfTheApp() async throws {
    try await app.open(
      """
      const app = causeway.connect();
      app.handle({
        title({ length }, { signal }) { return signal instanceof AbortSignal ? this.text.slice(0, length) : "none"; },
        text: "A long title",
        game: { async *scores(name) { yield name.length; yield 2; } },
        unknown() {},
      });
      app.on.look.theme(({ name }) => { document.body.dataset.theme = name; });
      """)
    let remote = try app.remote
    let title = try await within("a title") { try await remote.title(.init(length: 6)) }
    XCTAssertEqual(title, "A long")
    let scores = try await within("scores") {
      var scores: [Int] = []
      for try await score in try remote.scores("final") { scores.append(score) }
      return scores
    }
    XCTAssertEqual(scores, [5, 2])
    try remote.theme(.init(name: "dark"))
    _ = try await within("a title") { try await remote.title(.init(length: 1)) }
    let theme = try await run("return document.body.dataset.theme")
    XCTAssertEqual(theme, "\"dark\"")
  }

  func testInvalidValuesOfTheAppDoNotReachThePage() async throws {
    try await app.open(
      """
      const app = causeway.connect();
      window.seen = [];
      app.handle({ title(parameters) { seen.push(parameters); return "x"; } });
      app.on.look.theme((data) => seen.push(data));
      """)
    let conversation = try app.page.conversation
    try conversation.send(event: "look.theme", data: ["name": 1])
    do {
      _ = try await within("an answer") { try await conversation.call("title", ["length": "long"]) }
      XCTFail("the page answered")
    } catch PageCallError.rejected(let text) {
      XCTAssertTrue(text.hasPrefix("title: the parameters of the app do not match the contract: at length: "), text)
    }
    let seen = try await run("return seen")
    XCTAssertEqual(seen, "[]")
    XCTAssertEqual(app.page.observations.count { $0.kind == .thrown }, 0, "listeners' errors are warnings in the page")
  }

  func testTheContractIsFrozen() async throws {
    try await app.open()
    let found = try await run(
      """
      const frozen = (value) => typeof value !== "object" || Object.isFrozen(value) && Object.values(value).every(frozen);
      return [causeway.contract.name, causeway.contract.causeway, frozen(causeway.contract),
        causeway.contract === causeway.contract, Object.isFrozen(app), Object.isFrozen(app.text),
        app === causeway.connect(), causeway.offers("share"), causeway.offers("title"), causeway.offers("toString"),
        causeway.offers("constructor")];
      """)
    XCTAssertEqual(found, #"["TestContract",1,true,true,true,true,true,true,false,false,true]"#)
  }

  func testAnAnswerOfAnotherTypeThrowsInTheApp() async throws {
    try await app.open("causeway.handle('title', () => ({ secret: 1 }))")
    let remote = try app.remote
    do {
      let title = try await within("an answer") { try await remote.title(.init(length: 6)) }
      XCTFail(title)
    } catch PageCallError.invalidAnswer(let path, _, let found) {
      XCTAssertEqual(path, "")
      XCTAssertFalse(found.contains("secret"))
    }
  }
}
