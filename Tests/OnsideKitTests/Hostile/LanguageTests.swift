import OnsideKit
import WebTestSupport
import XCTest

/// Pages that replace JavaScript built-ins which the bridge's page script could use. The bridge must work as before.
@MainActor final class LanguageTests: XCTestCase {
  /// A script that uses the bridge as a page does, with saved built-ins that an attack cannot replace. The script
  /// writes the result of each call, and everything that an attack saw, into the document's title. The test reads the
  /// title from another content world.
  private static let probe = """
    {
      const { apply, defineProperty, ownKeys } = Reflect;
      const { hasOwn } = Object;
      const { then } = Promise.prototype;
      let ends = "";
      let seen = "";
      const publish = () => { document.title = ends + "~" + seen; };
      const end = (name, value) => { ends += name + " " + value + "|"; publish(); };
      window.trap = (name) => function () { seen += name + "|"; publish(); throw new kept.TypeError("trapped " + name); };
      window.kept = { __proto__: null, TypeError };
      window.replace = (object, name, value) =>
        defineProperty(object, name, { __proto__: null, value, configurable: true, writable: true });
      window.spoil = (object, name) => {
        const keys = ownKeys(object);
        for (let place = 0; place < keys.length; place += 1) {
          const key = keys[place];
          if (key === "constructor") continue;
          try { if (typeof object[key] !== "function") continue; } catch { continue; }
          replace(object, key, trap(name + "." + (typeof key === "string" ? key : "symbol")));
        }
      };
      const ask = (name, promise, onValue, next) => {
        defineProperty(promise, "constructor", { __proto__: null, value: undefined });
        apply(then, promise, [
          (value) => { end(name, onValue(value)); next?.(); }, (error) => end(name, hasOwn(error, "code") ? error.name + " " + error.code : ownKeys(error)[0]),
        ]);
      };
      window.exercise = () => {
        onside.onTransactionsUpdated = (list) => end("update", list[0].transactionState);
        onside.onStorefrontChanged = (storefront) => end("storefront", storefront.countryCode);
        onside.shouldContinueTransaction = (question) => { end("gate", question.storefront.countryCode); return true; };
        ask("early", onside.getTransactions(), () => "served");
        ask("initialize", onside.initializeOnside("v1"), (value) => value, () => {
          ask("invalid", onside.finishTransaction(7), () => "served");
          ask("products", onside.loadProducts({ productIdentifiers: ["coins"] }), (value) => value.products[0].localizedTitle, () => {
            ask("unknown", onside.purchase({ productIdentifier: "no" }), () => "served");
            ask("purchase", onside.purchase({ productIdentifier: "coins", appAccountToken: "t" }), (value) => value);
            onside.trackEvent({ name: "a", parameters: { b: [1], c: "x" } });
          });
        });
      };
    }
    """

  private static let right = [
    "early BridgeError notInitialized", "gate DE", "initialize undefined", "invalid BridgeError invalidArguments",
    "products Coins", "purchase undefined", "storefront DE", "unknown unknownProduct",
    "update purchased", "update purchasing",
  ]

  /// Names that the page script and the runtime read or write.
  private static let names = """
    ["0", "1", "method", "argument", "early", "handlers", "events", "question", "missed", "changes", "names", "code", "error",
      "name", "value", "get", "set", "writable", "enumerable", "configurable", "message", "call", "gone", "isAsked", "resolve", "reject"]
    """

  /// Runs an attack before all other scripts of the page. Checks that every call of the bridge ends as it does without
  /// an attack, and that the attack saw nothing but `seesOnly`.
  private func survives(_ attack: String, seesOnly: Set<String> = [], line: UInt = #line) async throws {
    let page = try OnsidePage(before: Self.probe)
    try await page.browser.open(
      "<head></head><body><script>{ \(attack) }</script><script>exercise()</script>")
    let told = try await within("the ends") {
      try await page.browser.webView.callAsyncJavaScript(
        """
        while (document.title.split("~")[0].split("|").length <= count) await new Promise((resolve) => setTimeout(resolve));
        return document.title;
        """, arguments: ["count": Self.right.count], contentWorld: .world(name: "reader")) as? String ?? ""
    }
    let parts = told.components(separatedBy: "~")
    let ends = parts[0].split(separator: "|").map(String.init)
    XCTAssertEqual(ends.sorted(), Self.right, line: line)
    let seen = Set(parts[1].split(separator: "|").map(String.init))
    XCTAssertEqual(seen.subtracting(seesOnly), [], line: line)
    XCTAssertEqual(page.app.tracked.map(\.parameters), [["b=[1]", #"c="x""#]], line: line)
    XCTAssertEqual(page.app.client.queue.transactions.map(\.payment.appAccountToken), ["t"], line: line)
  }

  func testWithoutAnAttackEveryCallWorks() async throws { try await survives("") }

  func testReplacingPromiseChangesNothing() async throws {
    try await survives(
      """
      spoil(Promise.prototype, "Promise.prototype"); spoil(Promise, "Promise");
      Reflect.defineProperty(Promise.prototype, "constructor", { get: trap("constructor"), configurable: true });
      replace(window, "Promise", trap("Promise"));
      """)
  }

  func testReplacingJSONChangesNothing() async throws {
    try await survives("spoil(JSON, 'JSON'); replace(window, 'JSON', undefined)")
  }

  func testReplacingArraysAndTheirIteratorsChangesNothing() async throws {
    try await survives(
      """
      spoil(Reflect.getPrototypeOf([][Symbol.iterator]()), "ArrayIterator");
      spoil(Array.prototype, "Array.prototype"); spoil(Array, "Array");
      """)
  }

  func testReplacingObjectReflectFunctionAndErrorChangesNothing() async throws {
    try await survives(
      """
      spoil(Function.prototype, "Function.prototype"); spoil(Object, "Object"); spoil(Error.prototype, "Error.prototype");
      replace(window, "Error", trap("Error")); spoil(console, "console"); spoil(Reflect, "Reflect");
      """)
  }

  func testAccessorsOnPrototypesAreNotUsed() async throws {
    for prototype in ["Object.prototype", "Array.prototype"] {
      try await survives(
        """
        const names = \(Self.names);
        for (let place = 0; place < names.length; place += 1) {
          const name = names[place];
          Reflect.defineProperty(\(prototype), name, { __proto__: null, configurable: true, get: trap("get " + name), set: trap("set " + name) });
        }
        """)
    }
  }

  func testFreezingTheBuiltInsChangesNothing() async throws {
    try await survives(
      """
      Object.freeze(Object.prototype); Object.freeze(Array.prototype); Object.freeze(Promise.prototype);
      Object.freeze(Function.prototype); Object.freeze(Error.prototype); Object.freeze(onside);
      """)
  }

  func testTheClassOfTheErrorsCannotBeChanged() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const first = await onside.loadProducts().catch((error) => error);
      const Class = first.constructor;
      try { Class.prototype.code = "forged"; } catch {}
      try { Object.setPrototypeOf(Class, class { constructor() { return {}; } }); } catch {}
      const second = await onside.loadProducts().catch((error) => error);
      return [Object.isFrozen(Class), Object.isFrozen(Class.prototype), second.code, second instanceof Error].join();
      """)
    XCTAssertEqual(told, "true,true,invalidArguments,true")
  }

  func testAGetterOfAnArgumentIsReadOnce() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      let reads = 0;
      const request = { get productIdentifiers() { reads += 1; onside.logout(); return ["coins"]; } };
      const { products } = await onside.loadProducts(request);
      return reads + products[0].productIdentifier;
      """)
    XCTAssertEqual(told, "1coins")
  }
}
