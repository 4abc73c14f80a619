import Causeway
import OnsideKit
import WebTestSupport
import XCTest

/// Calls before and after `initializeOnside`, in cases that Onside's documents do not define (docs/onside-rules.md,
/// onside-6.1).
@MainActor final class HeldCallTests: XCTestCase {
  private static let promises = OnsideContract.Method.allCases.filter { $0.isPromise && $0 != .initializeOnside }
  private static let told = OnsideContract.Method.allCases.filter { !$0.isPromise }

  func testBeforeInitializationPromiseMethodsRejectWithNotInitialized() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    for method in Self.promises {
      let told = try await page.call("\(method.rawValue)()")
      XCTAssertEqual(told, "BridgeError notInitialized", method.rawValue)
    }
  }

  func testCallsDuringInitializationAreHeldAndRunInOrder() async throws {
    let store = TestStore()
    store.sessionQuestions = Gate()
    let page = try await OnsidePage.opened(app: OnsideApp(store: store), isInitialized: false)
    try await page.run(
      """
      window.settlements = [];
      const note = (name, promise) => promise.then(
        () => settlements.push(name), (error) => settlements.push(name + " " + (error.code ?? JSON.stringify(error))));
      note("initialize", onside.initializeOnside("v1"));
      onside.trackEvent({ name: "first" });
      note("transactions", onside.getTransactions());
      note("purchase", onside.purchase({ productIdentifier: "coins" }));
      onside.trackEvent({ name: "second" });
      note("products", onside.loadProducts({ productIdentifiers: ["coins"] }));
      note("version", onside.initializeOnside("v2"));
      await settled();
      """)
    XCTAssertEqual(page.app.store.asked, [])
    XCTAssertTrue(page.app.tracked.isEmpty)
    store.sessionQuestions.open()
    let told = try await page.run("await until(() => settlements.length === 5); return settlements.join()")
    XCTAssertEqual(
      told, #"version unsupportedVersion,initialize,transactions,purchase {"unknownProduct":{}},products"#)
    XCTAssertEqual(page.app.tracked.map(\.name), ["first", "second"])
    let lines = try await page.run("return lines.join()")
    XCTAssertEqual(lines, "")
  }

  func testHeldFireAndForgetMethodsRunBeforeTheCallsThatFollowThem() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    try await page.run(
      """
      void onside.initializeOnside("v1");
      onside.setAppearance("dark");
      onside.setShouldForceLocalLoginMethods(true);
      await onside.requestLogin();
      """)
    XCTAssertEqual(page.app.screens.logins.map(\.theme), [.dark])
    XCTAssertEqual(page.app.screens.logins.map(\.forcesLocalMethods), [true])
  }

  func testHeldCallsUseTheArgumentsFromTheTimeOfTheCall() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    try await page.run(
      """
      void onside.initializeOnside("v1");
      const request = { productIdentifiers: ["coins"] };
      const event = { name: "early", parameters: { a: 1 } };
      const answer = onside.loadProducts(request);
      onside.trackEvent(event);
      request.productIdentifiers[0] = "reader";
      event.parameters.a = 2;
      await answer;
      """)
    XCTAssertEqual(page.app.store.asked, [["coins"]])
    XCTAssertEqual(page.app.tracked.map(\.parameters), [["a=1"]])
  }

  func testHeldCallsWithArgumentsThatJSONCannotHoldRejectWithInvalidArguments() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    let told = try await page.run(
      """
      void onside.initializeOnside("v1");
      const cyclic = {};
      cyclic.productIdentifiers = [cyclic];
      const told = [cyclic, () => {}, 7n, undefined].map((value) => show(() => onside.loadProducts(value)));
      return (await Promise.all(told)).join();
      """)
    XCTAssertEqual(told, Array(repeating: "BridgeError invalidArguments", count: 4).joined(separator: ","))
  }

  func testHeldCallsRejectWithTheErrorOfTheInitialization() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    let told = try await page.run(
      """
      const calls = [
        show(() => onside.initializeOnside("v2")), show(() => onside.getTransactions()),
        show(() => onside.requestLogin()),
      ];
      onside.setAppearance("dark");
      const told = await Promise.all(calls);
      return [...told, await show(() => onside.getTransactions()), ...lines].join();
      """)
    XCTAssertEqual(
      told,
      """
      BridgeError unsupportedVersion,BridgeError unsupportedVersion,BridgeError unsupportedVersion,\
      BridgeError notInitialized,warn: onside: setAppearance is ignored: initializeOnside has failed
      """)
    XCTAssertEqual(page.app.client.appearance.themeMode, .auto)
    XCTAssertEqual(page.app.screens.shown, [])
  }

  func testHeldCallsOfADocumentThatIsNotServedRejectWithDisallowedFrame() async throws {
    let page = try await OnsidePage.opened(
      .init(origins: .only([try Origin(parsing: "test://other.example")])), isInitialized: false)
    let told = try await page.run(
      """
      const calls = [show(() => onside.initializeOnside("v1")), show(() => onside.getTransactions())];
      return (await Promise.all(calls)).join();
      """)
    XCTAssertEqual(told, "BridgeError disallowedFrame,BridgeError disallowedFrame")
  }

  func testHeldCallsRunIfOneOfSeveralInitializationsSucceeds() async throws {
    for versions in [["v2", "v1"], ["v1", "v2"]] {
      let page = try await OnsidePage.opened(isInitialized: false)
      let told = try await page.run(
        """
        const calls = [
          show(() => onside.initializeOnside("\(versions[0])")), show(() => onside.getTransactions()),
          show(() => onside.initializeOnside("\(versions[1])")), show(() => onside.getTransactions()),
        ];
        const told = await Promise.all(calls);
        return told[1] + told[3];
        """)
      XCTAssertEqual(told, "[][]", "\(versions)")
    }
  }

  func testBeforeInitializationFireAndForgetMethodsAreIgnoredWithAWarning() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    for method in Self.told { try await page.run("onside.\(method.rawValue)('dark')") }
    let lines = try await page.run("await onside.initializeOnside('v1'); return lines.join('|')")
    XCTAssertEqual(
      lines,
      Self.told.map { "warn: onside: \($0.rawValue) is ignored: initializeOnside was not called" }
        .joined(separator: "|"))
    XCTAssertEqual(page.app.client.appearance.themeMode, .auto)
    XCTAssertTrue(page.app.log.isEmpty, "\(page.app.log)")
  }

  func testAnUnsupportedVersionLeavesTheDocumentUninitialized() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    _ = try await page.call("initializeOnside('v2')")
    let told = try await page.call("getTransactions()")
    XCTAssertEqual(told, "BridgeError notInitialized")
  }

  func testInitializationIsIdempotentAndALaterUnsupportedVersionDoesNotUndoIt() async throws {
    let page = try await OnsidePage.opened()
    for (version, answer) in [("v1", "undefined"), ("v2", "BridgeError unsupportedVersion"), ("v1", "undefined")] {
      let told = try await page.call("initializeOnside('\(version)')")
      XCTAssertEqual(told, answer)
      let works = try await page.call("getTransactions()")
      XCTAssertEqual(works, "[]")
    }
  }

  func testInitializeOnsideMustBeCalledAgainAfterEachLoad() async throws {
    let page = try await OnsidePage.opened()
    try await page.load(isInitialized: false)
    let told = try await page.call("getTransactions()")
    XCTAssertEqual(told, "BridgeError notInitialized")
  }
}
