import Causeway
import CausewayJSON
import WebKit
import WebTestSupport
import XCTest

/// Attacks on `causeway.connect()`, on the contract, on progress and on timeouts.
///
/// Each attack runs before all other scripts of the page. Then a script uses every function of the connection, and its
/// results are compared with the results without an attack. The script uses only built-ins that no attack can change.
@MainActor final class ConnectAttackTests: XCTestCase {
  /// A script that runs before the page's scripts, and saves the built-ins that it needs. The script defines
  /// `exercise()`, which uses the bridge and records each result, and functions for the attacks.
  private static let probe = """
    {
      const { apply, defineProperty, getOwnPropertyDescriptor: describe, ownKeys } = Reflect;
      const { then } = Promise.prototype;
      const { iterator } = Symbol;
      let ends = "";
      window.seen = "";
      window.replace = (object, name, value) =>
        defineProperty(object, name, { __proto__: null, value, configurable: true, writable: true });
      window.trap = (name) => function () { seen += name + "|"; throw new TypeError("trapped " + name); };
      window.spoil = (object, name) => {
        const keys = ownKeys(object);
        for (let index = 0; index < keys.length; index += 1) {
          const found = describe(object, keys[index]);
          if (keys[index] === "constructor" || !found.configurable || typeof found.value !== "function") continue;
          replace(object, keys[index], trap(name + "." + (typeof keys[index] === "string" ? keys[index] : "symbol")));
        }
      };
      const end = (name, text) => {
        ends += name + " " + text + "|";
        document.title = ends + "~" + seen;
      };
      const settle = (name, promise) => {
        defineProperty(promise, "constructor", { __proto__: null, value: undefined });
        apply(then, promise, [
          (value) => end(name, "resolved " + (typeof value === "object" ? "object" : value)),
          (error) =>
            end(name, "rejected " + error.name + " " + (describe(error, "path")?.value ?? describe(error, "code")?.value)),
        ]);
      };
      window.exercise = () => {
        const app = causeway.connect();
        settle("share", app.share({ text: "Hello" }));
        settle("echo", app.text.echo("x"));
        settle("ping", app.constructor());
        settle("wrong", app.share({ text: 1 }));
        settle("declined", app.share({ text: "declined" }));
        settle("late", app.wait(undefined, { timeout: 1 }));
        settle("export", app.export(2, { onProgress(value) { end("progress", value); } }));
        settle("count", app.count(2).next());
        let isRead = false;
        const next = () => ({ value: 2, done: isRead === (isRead = true) });
        settle("add", app.add(1, { [iterator]: () => ({ next }) }));
        end("offers", causeway.offers("share") + " " + causeway.offers("hasOwnProperty") + " " + causeway.offers("__proto__"));
        end("name", causeway.contract.name);
        end("class", app.errors.CardDeclined.name);
        app.handle({ title: ({ length }, { report }) => { report(length / 10); return "title"; } });
        app.on.look.theme(({ name }) => end("theme", name));
      };
    }
    """

  /// The expected results if nothing attacks the page.
  private static let right = [
    "add resolved 3", "class CardDeclined", "count resolved object", "declined rejected CardDeclined CARD_DECLINED",
    "echo resolved x", "export resolved exported", "late rejected TimeoutError undefined", "name TestContract",
    "offers true false false", "ping resolved undefined", "progress 0.5", "progress 1", "share resolved true",
    "theme dark", "wrong rejected TypeError text",
  ]

  private func attack(
    _ script: String, harms: [String: String] = [:], line: UInt = #line
  ) async throws {
    let app = ConnectedPage(
      before: WKUserScript(source: Self.probe, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
    try await app.page.browser.open(
      "<head></head><body><script>{ \(script) }</script><script>try { exercise() } catch (error) { document.title += error.stack }</script>"
    )
    let remote = try app.remote
    var fractions: [Double] = []
    let title: String
    do {
      title = try await within("a title") { try await remote.title(.init(length: 5)) { fractions.append($0) } }
    } catch {
      let exercise = try await app.page.browser.webView.evaluateJavaScript("document.title") as? String
      return XCTFail("\(error); the page got as far as \(exercise ?? "")", line: line)
    }
    XCTAssertEqual(title, "title", line: line)
    XCTAssertEqual(fractions, [0.5], line: line)
    try remote.theme(.init(name: "dark"))
    let count = Self.right.count
    let notes = try await within("\(count) ends") {
      let title = try await app.page.browser.webView.callAsyncJavaScript(
        """
        const turn = () => new Promise((resolve) => setTimeout(resolve));
        while (document.title.split("~")[0].split("|").length <= count) await turn();
        return document.title;
        """, arguments: ["count": count], contentWorld: .world(name: "reader"))
      return title as? String ?? ""
    }
    let parts = notes.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let expected = Self.right.map { end in harms[String(end.prefix { $0 != " " })] ?? end }
    XCTAssertEqual(parts[0].split(separator: "|").map(String.init).sorted(), expected.sorted(), line: line)
    XCTAssertEqual(parts[1], "", "what the attack saw", line: line)
    XCTAssertEqual(app.page.observations.count { $0.kind == .discarded }, 0, line: line)
  }

  func testWithoutAnAttackEveryCallHasItsExpectedResult() async throws {
    try await attack("")
  }

  func testReplacingBuiltInsBeforeConnectHasNoEffect() async throws {
    try await attack(
      """
      spoil(Function.prototype, "Function.prototype"); spoil(Array.prototype, "Array.prototype");
      spoil(Object, "Object"); spoil(Object.prototype, "Object.prototype"); spoil(String.prototype, "String.prototype");
      spoil(Number, "Number"); spoil(Array, "Array"); spoil(JSON, "JSON"); spoil(Promise.prototype, "Promise.prototype");
      spoil(Promise, "Promise"); spoil(Reflect, "Reflect"); spoil(EventTarget.prototype, "EventTarget.prototype");
      """)
  }

  func testReplacingTimersAndExceptionsHasNoEffect() async throws {
    try await attack(
      """
      for (const name of ["setTimeout", "clearTimeout", "DOMException", "TypeError", "Error", "AbortController", "Promise"]) {
        replace(window, name, trap(name));
      }
      """)
  }

  /// The names that the scripts of the contract read.
  private static let names = """
    const names = ["members", "errors", "$defs", "name", "caller", "form", "parameters", "result", "elements", "type", "properties",
      "required", "items", "enum", "oneOf", "anyOf", "$ref", "additionalProperties", "minimum", "maximum", "path", "expected",
      "found", "details", "code", "message", "progress", "value", "timeout", "onProgress", "length", "get", "set", "writable",
      "enumerable", "configurable", "next", "check", "isRequired", "event", "data", "text", "url", "look", "theme", "game", "title",
      "on", "handle", "share", "report", "cancel", "grant", "1", "2", "CardDeclined", "CARD_DECLINED"];
    """

  func testAccessorsOnObjectPrototypeAreNotCalled() async throws {
    try await attack(
      """
      \(Self.names)
      for (let index = 0; index < names.length; index += 1) {
        const name = names[index];
        Reflect.defineProperty(Object.prototype, name, {
          __proto__: null, get: trap("get " + name), set: trap("set " + name), configurable: true,
        });
      }
      """)
  }

  func testValuesOnObjectPrototypeAreNotReadAsMembers() async throws {
    try await attack(
      """
      \(Self.names)
      for (let index = 0; index < names.length; index += 1) replace(Object.prototype, names[index], trap(names[index]));
      """)
  }

  func testSettersForIndicesAreNotCalled() async throws {
    try await attack(
      """
      for (const object of [Array.prototype, Object.prototype]) {
        for (let index = 0; index < 16; index += 1) {
          Reflect.defineProperty(object, index, { get: trap("get " + index), set: trap("set " + index), configurable: true });
        }
      }
      """)
  }

  /// The page can read the contract. Its changes to this copy must not change the contract that the bridge uses.
  func testChangingThePagesCopyOfTheContractHasNoEffect() async throws {
    try await attack(
      """
      const { contract } = causeway;
      for (const change of [
        () => { contract.members = []; }, () => { contract.members.length = 0; }, () => { contract.$defs.Share = {}; },
        () => { contract.members[0].name = "mine"; }, () => { contract.errors.push({}); },
        () => { causeway.contract = {}; }, () => { causeway.connect = trap("connect"); },
      ]) {
        try { "use strict"; change(); } catch {}
      }
      """)
  }

  func testTheClassesAndTheConnectionCannotBeChanged() async throws {
    try await attack(
      """
      const app = causeway.connect();
      const { CardDeclined } = app.errors;
      for (const object of [app, app.text, app.on, app.on.look, app.errors, CardDeclined, CardDeclined.prototype]) {
        Reflect.defineProperty(object, "mine", { value: 1 });
        if ("mine" in object || !Object.isFrozen(object)) seen += "changed|";
      }
      Reflect.set(app, "share", trap("share"));
      """)
  }

  func testGettersOnParametersCannotBypassTheChecks() async throws {
    let app = ConnectedPage()
    try await app.open()
    // A getter can return a valid value to the page's check and another type afterward. The app checks the value again,
    // so the handler does not get the other type.
    let changing = try await app.run(
      "let count = 0; return app.share({ get text() { count += 1; return count > 1 ? 5 : 'x'; } })")
    XCTAssertTrue(changing.hasPrefix("CausewayError INVALID_PARAMETERS: "), changing)
    let throwing = try await app.run("return app.share({ get text() { throw new RangeError('mine'); } })")
    XCTAssertTrue(throwing.hasPrefix("CausewayError MALFORMED"), throwing)
    let proxy = try await app.run("return app.share(new Proxy({ text: 'x' }, {}))")
    XCTAssertEqual(proxy, "true")
    let cycle = try await app.run("const item = { text: 'x' }; item.self = item; return app.share(item)")
    XCTAssertTrue(cycle.hasPrefix("CausewayError MALFORMED"), cycle)
    let prototype = try await app.run(
      "return app.share(JSON.parse('{\"text\": \"x\", \"__proto__\": { \"url\": 1 }}'))")
    XCTAssertEqual(prototype, "true")
    XCTAssertEqual(app.received.shared.map(\.text), ["x", "x"])
  }

  func testForgedProgressDoesNotReachOtherCalls() async throws {
    let app = ConnectedPage()
    try await app.open("causeway.handle('title', () => new Promise(() => {}))")
    let remote = try app.remote
    var fractions: [Double] = []
    let call = Task { try await remote.title(.init(length: 1), deadline: .never) { fractions.append($0) } }
    try await eventually("the call") { app.page.observations.contains { $0.kind == .call } }
    let conversation = try app.page.conversation
    // Numbers of other calls, numbers that do not exist, and bodies that are not JSON.
    for line in ["p 2 0.5", "p 0 0.5", "p 18446744073709551615 1", "p 1 {", "p 1 !cycle", "p 1 \"0.5\"", "p 1"] {
      conversation.receive("\(line)\n"[...])
    }
    conversation.receive("p 1 0.75\n")
    XCTAssertEqual(fractions, [0.75])
    call.cancel()
    _ = await call.result
    conversation.receive("p 1 1\n")
    XCTAssertEqual(fractions, [0.75])
  }

  /// If two requests could have the same number for progress, each of them would get the messages of the other.
  func testASecondRequestWithTheSameProgressNumberIsADuplicate() async throws {
    let app = ConnectedPage()
    try await app.open()
    let conversation = try app.page.conversation
    func request(_ id: Int, _ progress: String) {
      conversation.receive("r causeway \(id) {\"name\":\"wait\",\"progress\":\(progress)}\n"[...])
    }
    request(900_001, "7")
    request(900_002, "7")
    request(900_003, "{\"constructor\":1}")
    request(900_004, "\"__proto__\"")
    try await eventually("four requests") { app.page.requests.count == 4 }
    XCTAssertEqual(app.page.replies.map(\.failure), ["DUPLICATE: A request with the same id is already open."])
  }
}
