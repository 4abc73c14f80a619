import Causeway
import CausewayJSON
import WebKit
import WebTestSupport
import XCTest

/// A page whose script attacks the JavaScript built-ins that the bridge could use, with a probe that the attack does
/// not reach.
///
/// The probe saves the built-ins before any other script runs. The probe calls the bridge as a page does, records how
/// each call ended, and lets attacks record the values that they saw. The records are in `document.title`, which the
/// test reads from another script world, whose built-ins are intact.
@MainActor final class AttackedPage {
  let page: CausewayPage
  private let waiting = Waiting()

  /// The probe's script. It offers functions to attacks: `notice(name, thing, …)` records the values that an attack
  /// sees, `trap(name)` returns a function that records its call and throws, `spoil(object, name)` replaces all methods
  /// with traps, and `replace(object, name, value)` defines a property.
  private static let probe = """
    {
      const { apply, defineProperty, getOwnPropertyDescriptor: describe, ownKeys } = Reflect;
      const { then } = Promise.prototype;
      const NativeTypeError = TypeError;
      const NativeUint8Array = Uint8Array;
      let seen = "";
      let ends = "";
      const show = (value) => {
        if (typeof value === "symbol") return "symbol";
        if (value === null || (typeof value !== "object" && typeof value !== "function")) return typeof value + " " + value;
        let text = "{";
        const keys = ownKeys(value);
        for (let place = 0; place < keys.length; place += 1) {
          const member = typeof keys[place] === "string" ? describe(value, keys[place]).value : undefined;
          if (member !== undefined && typeof member !== "object" && typeof member !== "function") text += keys[place] + "=" + member + " ";
        }
        return text + "}";
      };
      const publish = () => { document.title = ends + "~" + seen; };
      window.end = (name, text) => { ends += name + " " + text + "|"; publish(); };
      window.notice = function (name) {
        seen += name;
        for (let place = 1; place < arguments.length; place += 1) seen += " " + show(arguments[place]);
        seen += "|";
        publish();
      };
      window.replace = (object, name, value) =>
        defineProperty(object, name, { __proto__: null, value, configurable: true, writable: true });
      window.trap = (name) => function (one, two) { notice(name, this, one, two); throw new NativeTypeError("trapped " + name); };
      window.spoil = (object, name) => {
        const keys = ownKeys(object);
        for (let place = 0; place < keys.length; place += 1) {
          const found = describe(object, keys[place]);
          if (keys[place] === "constructor" || !found.configurable || typeof found.value !== "function") continue;
          replace(object, keys[place], trap(name + "." + (typeof keys[place] === "string" ? keys[place] : "symbol")));
        }
      };
      window.ask = (name, capability, parameters, options) => {
        const promise = causeway.call(capability, parameters, options);
        defineProperty(promise, "constructor", { __proto__: null, value: undefined });
        apply(then, promise, [
          (value) => end(name, "resolved " + show(value)),
          (error) => end(name, "rejected " + error.name + " " + describe(error, "code")?.value),
        ]);
      };
      window.exercise = () => {
        causeway.on("data", (value) => end("data", show(value)));
        causeway.on("bare", (value) => end("bare", show(value)));
        causeway.handle("double", (number) => number * 2);
        causeway.handle("bare", (value) => value === undefined);
        ask("object", "echo", { a: 5 });
        ask("text", "echo", "x");
        ask("none", "none");
        ask("few", "count", 1, { bytes: new NativeUint8Array(3) });
        ask("many", "count", 1, { bytes: new NativeUint8Array(20000) });
        ask("made", "make", 3);
        ask("gone", "wait", 1, { signal: AbortSignal.abort(new RangeError("early")) });
      };
    }
    """

  init() {
    page = CausewayPage(
      [
        waiting.capability, Capability("echo", policy: .everyone, json: { value, _ in value }),
        Capability("count", policy: .everyone) { (_: JSONValue, call: Call) in call.bytes?.count },
        Capability("make", policy: .everyone, bytes: { (count: Int, _) in Bytes([UInt8](repeating: 7, count: count)) }),
      ],
      before: WKUserScript(source: Self.probe, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
  }

  /// The probe's records: the outcome of each call, and the values that the attack saw.
  struct Notes {
    var ends: [String]
    var seen: String

    func end(_ name: String) -> String? { ends.first { $0.hasPrefix(name + " ") } }
  }

  /// Runs a script in the page. Does not use the engine's asynchronous calls, because they depend on built-ins that the
  /// attacks change.
  func run(_ script: String) async throws {
    _ = try await page.browser.webView.evaluateJavaScript("{ \(script) }\n1")
  }

  /// Returns the probe's records after `count` calls have ended.
  func notes(_ count: Int) async throws -> Notes {
    let title = try await within("\(count) ends") { [page] in
      let title = try await page.browser.webView.callAsyncJavaScript(
        """
        while (document.title.split("~")[0].split("|").length <= count) await new Promise((resolve) => setTimeout(resolve));
        return document.title;
        """, arguments: ["count": count], contentWorld: .world(name: "reader"))
      return title as? String ?? ""
    }
    let parts = title.split(separator: "~", maxSplits: 1, omittingEmptySubsequences: false)
    return Notes(
      ends: parts[0].split(separator: "|").map(String.init).sorted(),
      seen: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
  }

  /// Opens a page whose first script is the attack, and then sends messages in both directions.
  func attackBeforeAnythingElse(_ attack: String) async throws -> Notes {
    try await page.browser.open("<head></head><body><script>{ \(attack) }</script><script>exercise()</script>")
    try await speak()
    return try await notes(10)
  }

  /// Opens a page that begins a request, attacks while the request is open, and then sends messages in both directions.
  func attackWhileARequestIsOpen(_ attack: String) async throws -> Notes {
    let started = waiting.started
    try await page.browser.open("<head></head><body><script>ask('late', 'wait')</script>")
    try await eventually("the request") { waiting.started > started }
    try await run(attack)
    waiting.finish()
    try await run("exercise()")
    try await speak()
    return try await notes(11)
  }

  /// Sends two events to the page, one with data and one without, and calls the page twice.
  private func speak() async throws {
    let conversation = try page.conversation
    try conversation.send(event: "data", data: ["b": 6])
    try conversation.send(event: "bare")
    let double = try await within("an answer") { try await conversation.call("double", 4) }
    XCTAssertEqual(double, 8)
    let bare = try await within("an answer") { try await conversation.call("bare") }
    XCTAssertEqual(bare, true)
    try conversation.send(event: "kept", data: 1)
    _ = try await within("an answer") { try await conversation.call("double", 1) }
    try await run("causeway.on('kept', (value) => end('kept', 'number ' + value))")
  }

  /// The expected outcome of each call if nothing attacks the page.
  static let right = [
    "bare undefined undefined", "data {b=6 }", "few resolved number 3", "gone rejected RangeError undefined",
    "kept number 1", "made resolved {}", "many resolved number 20000", "none rejected CausewayError UNKNOWN_CAPABILITY",
    "object resolved {a=5 }", "text resolved string x",
  ]

  /// Runs an attack before all other scripts, and again while a request is open. Checks that each call ends once, in
  /// the same way as without an attack, and that the attack sees nothing.
  ///
  /// - Parameters:
  ///   - harms: the calls that the page itself breaks, with their outcomes.
  ///   - seesOnly: the page's own values, which the attack may see.
  func survives(
    _ attack: String, harms: [String: String] = [:], seesOnly: Set<String> = [], line: UInt = #line
  ) async throws {
    func check(_ notes: Notes, late: [String]) {
      let expected = (Self.right + late).map { end in harms[String(end.prefix { $0 != " " })] ?? end }
      XCTAssertEqual(notes.ends, expected.sorted(), line: line)
      let seen = Set(notes.seen.split(separator: "|").map(String.init))
      XCTAssertEqual(seen.subtracting(seesOnly), [], line: line)
    }
    check(try await attackBeforeAnythingElse(attack), late: [])
    check(try await attackWhileARequestIsOpen(attack), late: ["late resolved string waited"])
    XCTAssertEqual(page.replies.count, page.requests.count, line: line)
    XCTAssertEqual(page.observations.count { $0.kind == .discarded }, 0, line: line)
  }
}
