import OnsideKit
import WebTestSupport
import XCTest

/// The path of an event's parameters to the app. `EventValidator` checks them. Onside's documents do not define this
/// (docs/onside-rules.md, onside-3.3).
@MainActor final class TrackEventTests: XCTestCase {
  private func track(_ event: String) async throws -> [String] {
    let page = try await OnsidePage.opened()
    try await page.run("onside.trackEvent(\(event)); return onside.getTransactions()")
    return page.app.tracked.map { ([$0.name] + $0.parameters).joined(separator: " ") }
  }

  func testParametersKeepThePagesOrder() async throws {
    let told = try await track(
      "{ name: 'a', parameters: { z: 'text', b: 1.5, a: true, list: ['x', 1, false], 7: 'first' } }")
    XCTAssertEqual(told, [#"a 7="first" z="text" b=1.5 a=true list=["x",1,false]"#])
  }

  func testAnEventWithoutParametersHasNone() async throws {
    for event in ["{ name: 'a' }", "{ name: 'a', parameters: undefined }", "{ name: 'a', parameters: null }"] {
      let told = try await track(event)
      XCTAssertEqual(told, ["a"], event)
    }
  }

  func testUnsupportedParameterValuesBecomeNullAndTheRestArrives() async throws {
    let told = try await track(
      """
      { name: 'a', parameters: {
        nothing: undefined, none: null, big: 1n, symbol: Symbol(), object: {}, fn: () => {}, nan: NaN, far: Infinity,
        get mine() { throw new Error("mine"); }, nested: [[1], {}, 'x', undefined], date: new Date(0), end: 1 } }
      """)
    XCTAssertEqual(
      told,
      [
        "a none=null big=null symbol=null object=null fn=null nan=null far=null mine=null "
          + #"nested=[[],null,"x",null] date=null end=1"#
      ])
  }

  func testUnreadableEventsAreDroppedAndUnreadableParametersAreOmitted() async throws {
    let dropped = try await track("new Proxy({}, { get() { throw new Error('mine'); } })")
    XCTAssertEqual(dropped, [])
    let shorn = [
      "{ name: 'a', parameters: new Proxy({}, { ownKeys() { throw new Error('mine'); } }) }",
      "{ name: 'a', parameters: 'text' }", "{ name: 'a', get parameters() { throw new Error('mine'); } }",
    ]
    for event in shorn.prefix(2) {
      let told = try await track(event)
      XCTAssertEqual(told, ["a"], event)
    }
    let unnamed = try await track(shorn[2])
    XCTAssertEqual(unnamed, [])
  }

  func testMembersOfObjectPrototypeAreNoParameters() async throws {
    let page = try await OnsidePage.opened()
    try await page.run(
      """
      Object.prototype.parameters = { forged: 1 };
      Array.prototype.toJSON = () => "forged";
      Object.prototype.toJSON = () => "forged";
      onside.trackEvent({ name: "a", parameters: { own: [1] } });
      await onside.getTransactions();
      """)
    XCTAssertEqual(page.app.tracked.map(\.parameters), [["own=[1]"]])
  }
  /// As with old versions of Prototype.js. The app would otherwise get the text of an array instead of the array.
  func testToJSONOnPrototypesDoesNotChangeArguments() async throws {
    let page = try await OnsidePage.opened()
    try await page.run(toJSONOnPrototypes)
    let loaded = try await page.run(
      """
      try {
        await onside.loadProducts({ productIdentifiers: ["coins", "reader"] });
        onside.trackEvent({ name: "a", parameters: { list: [1, 2], text: "x" } });
        await onside.getTransactions();
        return "loaded";
      } catch (error) {
        return "failed " + error.code;
      }
      """)
    XCTAssertEqual(loaded, "loaded")
    XCTAssertEqual(page.app.tracked.map(\.parameters), [["list=[1,2]", #"text="x""#]])
  }
}
