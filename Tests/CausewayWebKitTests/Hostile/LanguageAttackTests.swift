import Causeway
import WebTestSupport
import XCTest

/// Pages that change the JavaScript built-ins under the bridge, before any other script of the page runs and while a
/// request is open.
///
/// A page can always break its own calls, because it can change the promises and objects that it gets. `harms` lists
/// the calls that an attack breaks in this way, and `seesOnly` lists the page's own values that an attack sees.
@MainActor final class LanguageAttackTests: XCTestCase {
  func testWithoutAnAttackEveryCallHasItsExpectedResult() async throws {
    try await AttackedPage().survives("")
  }

  func testReplacingPromiseHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      const constructor = Promise;
      spoil(Promise, "Promise"); spoil(Promise.prototype, "Promise.prototype");
      Reflect.defineProperty(Promise, Symbol.species, { get: trap("species"), configurable: true });
      Reflect.defineProperty(Promise.prototype, "constructor", { get: trap("constructor"), configurable: true });
      replace(window, "Promise", trap("Promise"));
      """)
  }

  func testReplacingJSONHasNoEffect() async throws {
    try await AttackedPage().survives("spoil(JSON, 'JSON'); replace(window, 'JSON', undefined)")
  }

  func testToJSONOnPrototypesIsNotCalled() async throws {
    try await AttackedPage().survives(
      """
      for (const { prototype } of [Object, Array, String, Number, Boolean, Function, Error, Promise]) {
        replace(prototype, "toJSON", function () { notice("toJSON", this); return this; });
      }
      """)
  }

  func testReplacingArrayMethodsAndIteratorsHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      const iterator = Reflect.getPrototypeOf([][Symbol.iterator]());
      spoil(Array.prototype, "Array.prototype"); spoil(iterator, "ArrayIterator"); spoil(Array, "Array");
      spoil(Reflect.getPrototypeOf(Uint32Array.prototype), "TypedArray.prototype");
      """)
  }

  func testSettersForIndicesAreNotCalled() async throws {
    try await AttackedPage().survives(
      """
      for (const object of [Array.prototype, Object.prototype]) {
        for (let place = 0; place < 16; place += 1) {
          Reflect.defineProperty(object, place, {
            get() { notice("get " + place, this); }, set(value) { notice("set " + place, this, value); }, configurable: true,
          });
        }
      }
      """)
  }

  /// All names that the page scripts write or read, and the names in property descriptors and event options.
  private static let names = """
    const names = ["get", "set", "value", "writable", "configurable", "enumerable", "resolve", "reject", "constructor", "toJSON",
      "name", "message", "code", "cause", "stack", "event", "data", "parameters", "call", "gone", "count", "capture", "once", "passive",
      "bubbles", "cancelable", "composed", "detail", "length", "type", "id", "error", "result", "send", "receive", "fail", "restart",
      "isExpecting", "echo", "none", "wait", "double", "bare", "kept", "causeway", "1", "2", "undefined", "__proto__"];
    """

  func testAccessorsOnObjectPrototypeAreNotCalled() async throws {
    try await AttackedPage().survives(
      """
      \(Self.names)
      const { defineProperty } = Reflect;
      for (let place = 0; place < names.length; place += 1) {
        const name = names[place];
        if (name === "toJSON") continue;
        const descriptor = Object.create(null);
        descriptor.configurable = true;
        descriptor.get = function () { notice("get " + name, this); };
        descriptor.set = function (value) { notice("set " + name, this, value); };
        defineProperty(Object.prototype, name, descriptor);
      }
      """)
  }

  func testAccessorsThatThrowAreNotCalled() async throws {
    try await AttackedPage().survives(
      """
      \(Self.names)
      const { defineProperty } = Reflect;
      for (let place = 0; place < names.length; place += 1) {
        if (names[place] === "toJSON") continue;
        const descriptor = Object.create(null);
        descriptor.configurable = true;
        descriptor.get = descriptor.set = trap(names[place]);
        defineProperty(Object.prototype, names[place], descriptor);
      }
      """)
  }

  func testFunctionsOnObjectPrototypeAreNotCalled() async throws {
    try await AttackedPage().survives(
      """
      \(Self.names)
      for (let place = 0; place < names.length; place += 1) {
        if (names[place] !== "toJSON") replace(Object.prototype, names[place], trap(names[place]));
      }
      """)
  }

  /// When the conversation ends, the runtime calls a method that some dialects do not have. The runtime must not find
  /// this method on `Object.prototype`.
  func testTheEndOfTheConversationReadsNoMethodOfObjectPrototype() async throws {
    let attacked = AttackedPage()
    let attack = """
      \(Self.names)
      for (const name of names) if (name !== "toJSON") replace(Object.prototype, name, trap(name));
      """
    try await attacked.page.browser.open(
      "<head></head><body><script>{ \(attack) }</script><script>ask('late', 'wait')</script>")
    try await eventually("the request") { attacked.page.requests.count == 1 }
    try attacked.page.conversation.close()
    let notes = try await attacked.notes(1)
    XCTAssertEqual(notes.ends, ["late rejected Error undefined"])
    XCTAssertEqual(notes.seen, "")
  }

  /// Every promise reads `then` of an object that resolves it, so the attack sees answers that are objects. The attack
  /// must not see other answers.
  func testThenOnObjectPrototypeSeesThePagesOwnAnswersOnly() async throws {
    try await AttackedPage().survives(
      "Object.prototype.then = function (resolve) { notice('then', this); resolve('mine'); }",
      harms: [
        "object": "object resolved string mine", "made": "made resolved string mine",
        "few": "few rejected Error undefined", "many": "many rejected Error undefined",
      ], seesOnly: ["then {a=5 }", "then {}"])
  }

  func testReplacingEventTargetHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      spoil(EventTarget.prototype, "EventTarget.prototype"); spoil(AbortSignal.prototype, "AbortSignal.prototype");
      for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) {
        replace(window, name, trap("window." + name)); replace(document, name, trap("document." + name));
      }
      """)
  }

  func testReplacingCallApplyAndBindHasNoEffect() async throws {
    try await AttackedPage().survives(
      "spoil(Function.prototype, 'Function.prototype'); replace(window, 'Function', trap('Function'))")
  }

  func testReplacingStringNumberAndRegExpMethodsHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      spoil(Number.prototype, "Number.prototype"); spoil(RegExp.prototype, "RegExp.prototype"); spoil(Symbol.prototype, "Symbol");
      spoil(String.prototype, "String.prototype"); spoil(String, "String"); spoil(Number, "Number");
      replace(window, "String", trap("String")); replace(window, "Number", trap("Number")); replace(window, "RegExp", trap("RegExp"));
      replace(window, "Symbol", trap("Symbol"));
      """)
  }

  func testReplacingReflectObjectAndCollectionsHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      for (const name of ["Set", "Map", "WeakMap", "WeakSet", "Date"]) { spoil(window[name].prototype, name); }
      spoil(Object.prototype, "Object.prototype"); spoil(Object, "Object"); spoil(Reflect, "Reflect");
      for (const name of ["Set", "Map", "WeakMap", "WeakSet", "Date", "Reflect", "Object", "Proxy", "DOMException"]) {
        replace(window, name, trap(name));
      }
      """)
  }

  func testReplacingRandomnessAndSchedulingHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      spoil(Crypto.prototype, "crypto"); replace(crypto, "getRandomValues", trap("getRandomValues"));
      for (const name of ["Uint32Array", "structuredClone", "queueMicrotask", "setTimeout", "MessageEvent", "CustomEvent", "Event",
        "MessageChannel", "postMessage"]) replace(window, name, trap(name));
      spoil(console, "console");
      """)
  }

  func testReplacingErrorHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      Reflect.defineProperty(Error, Symbol.hasInstance, { value: trap("hasInstance"), configurable: true });
      for (const name of ["name", "message", "code", "stack", "toString", "cause"]) {
        Reflect.defineProperty(Error.prototype, name, { get: trap("get " + name), set: trap("set " + name), configurable: true });
      }
      Error.captureStackTrace = trap("captureStackTrace");
      Error.prepareStackTrace = trap("prepareStackTrace");
      replace(window, "Error", trap("Error"));
      """)
  }

  /// The page can access the class of the bridge's errors through each error.
  func testTheClassOfTheBridgesErrorsCannotBeChanged() async throws {
    let page = AttackedPage().page
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      """
      const { constructor } = await causeway.call("none").catch((error) => error);
      const isChanged = [
        Reflect.setPrototypeOf(constructor, class {}), Reflect.defineProperty(constructor.prototype, "code", { set() {} }),
        Reflect.setPrototypeOf(constructor.prototype, null),
      ];
      const again = await causeway.call("none").catch((error) => error);
      return [...isChanged, again instanceof Error, again.name, again.code].join();
      """)
    XCTAssertEqual(told, "false,false,false,true,CausewayError,UNKNOWN_CAPABILITY")
  }

  private static let tamperings = [
    "replaced": "replace(window, 'webkit', { messageHandlers: { causeway: { postMessage: trap('postMessage') } } })",
    "deleted": "delete window.webkit; replace(window, 'webkit', undefined)",
    "frozen":
      "Object.freeze(webkit.messageHandlers.causeway); Object.freeze(webkit.messageHandlers); Object.freeze(webkit)",
    "a proxy":
      "const { webkit } = window; replace(window, 'webkit', new Proxy(webkit, { get: trap('get'), has: trap('has') }))",
    "with another method":
      """
    const { causeway: handler } = webkit.messageHandlers;
    for (const object of [Reflect.getPrototypeOf(handler), handler]) replace(object, "postMessage", trap("postMessage"));
    """,
  ]

  func testReplacingOrDeletingWindowWebkitHasNoEffect() async throws {
    let attacked = AttackedPage()
    for (_, attack) in Self.tamperings { try await attacked.survives(attack) }
  }

  func testFreezingPrototypesAndGlobalObjectsHasNoEffect() async throws {
    try await AttackedPage().survives(
      """
      for (const name of ["Object", "Array", "Function", "Promise", "String", "Number", "Error", "EventTarget", "Set", "Map", "Window", "Document"]) {
        Object.freeze(window[name].prototype);
        if (name !== "Object") Object.freeze(window[name]);
      }
      Object.freeze(document); Object.freeze(causeway); Object.freeze(JSON); Object.freeze(Reflect);
      try { Object.freeze(window); } catch {}
      """)
  }

  /// A page that calls the bridge near the limit of its stack gets an answer or an exception, and other calls are not
  /// affected.
  func testCallsNearTheStackLimitDoNotAffectOtherCalls() async throws {
    let attack = """
      let ended = 0, made = 0;
      const count = () => { ended += 1; if (ended === made) end("stack", "ended"); };
      const dive = () => {
        try { dive(); } catch {}
        if (made < 200) {
          try { causeway.call("echo", 1).then(count, count); made += 1; } catch {}
        }
      };
      dive();
      """
    let attacked = AttackedPage()
    try await attacked.page.browser.open("<head></head><body><script>{ \(attack) }</script>")
    let notes = try await attacked.notes(1)
    XCTAssertEqual(notes.ends, ["stack ended"])
    try await attacked.survives("")
  }

  /// After `document.open` the engine runs the bridge's script again, with the built-ins that the page has changed.
  func testDocumentOpenWithChangedBuiltInsStartsNoSecondRuntime() async throws {
    let attacked = AttackedPage()
    try await attacked.page.browser.open("<head></head><body>")
    let before = try attacked.page.conversation.frame.document
    try await attacked.run(
      """
      replace(Object, "hasOwn", () => false); replace(Symbol, "for", () => Symbol());
      replace(Object.prototype, "hasOwnProperty", { call: () => false });
      const { apply } = Reflect;
      replace(Reflect, "apply", (target, self, list) => {
        if (typeof list[0] === "string") notice("apply", list[0]);
        return apply(target, self, list);
      });
      document.open(); document.write("<head></head><body>"); document.close();
      ask("text", "echo", "x");
      """)
    let notes = try await attacked.notes(1)
    XCTAssertEqual(notes.ends, ["text resolved string x"])
    XCTAssertEqual(notes.seen, "")
    XCTAssertEqual(try attacked.page.conversation.frame.document, before)
  }

  func testTheObjectCausewayIsFrozen() async throws {
    let page = AttackedPage().page
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      "try { causeway.call = () => 1; } catch {} return await causeway.call('echo', 'real') + Object.isFrozen(causeway)"
    )
    XCTAssertEqual(told, "realtrue")
  }
}
