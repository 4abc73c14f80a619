import Causeway
import WebTestSupport
import XCTest

/// Pages that change the language under the bridge, and frames that write packets of their own.
@MainActor final class HostilePageTests: XCTestCase {
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  /// Notes in `stolen` whatever passes through the page's own copies.
  private let hostileScript = """
    window.stolen = "";
    const { ownKeys, getOwnPropertyDescriptor: describe, defineProperty: define } = Reflect;
    const trap = (name) => function () { stolen += name + " "; throw new TypeError("trapped " + name); };
    const spoil = (object, name) => {
      const keys = ownKeys(object);
      for (let place = 0; place < keys.length; place += 1) {
        const key = keys[place];
        if (typeof key !== "string" || key === "constructor" || typeof describe(object, key).value !== "function") continue;
        define(object, key, { value: trap(name + "." + key), configurable: true });
      }
    };
    spoil(Array.prototype, "Array"); spoil(String.prototype, "String"); spoil(EventTarget.prototype, "EventTarget");
    spoil(Number.prototype, "Number"); spoil(Set.prototype, "Set"); spoil(Map.prototype, "Map"); spoil(JSON, "JSON");
    spoil(WeakSet.prototype, "WeakSet"); spoil(Date.prototype, "Date"); spoil(Promise.prototype, "Promise");
    spoil(Function.prototype, "Function"); spoil(Reflect, "Reflect"); spoil(Object, "Object"); spoil(Promise, "Promise");
    const globals = ["Promise", "Error", "Set", "Map", "String", "queueMicrotask", "setTimeout", "Symbol", "Uint32Array",
      "MessageEvent", "WeakSet", "DOMException"];
    for (let place = 0; place < globals.length; place += 1) {
      define(window, globals[place], { value: trap(globals[place]), configurable: true, writable: true });
    }
    const names = ["0", "1", "data", "name", "resolve", "reject", "event", "parameters", "message", "call", "code", "count",
      "constructor", "then", "toJSON"];
    for (let place = 0; place < names.length; place += 1) {
      const key = names[place];
      const seen = { set() { stolen += "set " + key + " "; }, get() { return undefined; }, configurable: true };
      if (key !== "constructor") define(Object.prototype, key, seen);
      if (key < "2") define(Array.prototype, key, seen);
    }
    window.isSpoilt = true;
    """

  /// Opens a page that spoils the language, and then runs a script that ends in `document.title = …`. The title is
  /// read from another world, whose language is whole.
  private func title(_ script: String, _ page: CausewayPage, once act: () async throws -> Void = {}) async throws
    -> String
  {
    try await page.browser.open(
      "<head></head><body><script>{ \(hostileScript) } (async () => { \(script) })();</script>")
    try await act()
    return try await within("the title") {
      let title = try await page.browser.webView.callAsyncJavaScript(
        "while (!document.title) await new Promise((resolve) => setTimeout(resolve)); return document.title",
        contentWorld: .world(name: "reader"))
      return title as? String ?? "no title"
    }
  }

  func testAPageThatOverridesTheLanguageHarmsOnlyItself() async throws {
    let page = CausewayPage([echo])
    let told = try await title(
      """
      let text = await causeway.call("echo", "x") + await causeway.call("echo", 5);
      try { await causeway.call("none"); } catch (error) { text += " " + error.name + " " + error.code; }
      document.title = text + " " + isSpoilt + stolen;
      """, page)
    XCTAssertEqual(told, "x5 CausewayError UNKNOWN_CAPABILITY true")
  }

  func testEventsAndCallsReachAPageThatOverridesTheLanguage() async throws {
    let page = CausewayPage([echo])
    let told = try await title(
      """
      causeway.handle("double", (n) => n * 2);
      let heard = 0;
      causeway.on("e", (n) => { heard += n; });
      causeway.handle("end", () => { document.title = heard + " " + isSpoilt + stolen; });
      """, page
    ) {
      let conversation = try page.conversation
      try conversation.send(event: "e", data: 3)
      try conversation.send(event: "e", data: 4)
      let value = try await within("an answer") { try await conversation.call("double", 4) }
      XCTAssertEqual(value, 8)
      _ = try await within("an answer") { try await conversation.call("end") }
    }
    XCTAssertEqual(told, "7 true")
  }

  func testAPageCannotChangeTheSurface() async throws {
    let page = CausewayPage([echo])
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      "try { causeway.call = () => 1; } catch {} return await causeway.call('echo', 'real') + Object.isFrozen(causeway)"
    )
    XCTAssertEqual(told, "realtrue")
  }
}
