import OnsideKit
import WebTestSupport
import XCTest

/// The object `window.onside`, in cases that Onside's documents do not define (docs/onside-rules.md, onside-1).
@MainActor final class SurfaceTests: XCTestCase {
  func testTheGlobalAndItsMethodsCannotBeChanged() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const changed = [];
      const before = onside;
      window.onside = 1;
      try { delete window.onside; } catch {}
      try { Object.defineProperty(window, "onside", { value: 1 }); } catch {}
      if (window.onside !== before) changed.push("onside");
      for (const name of Object.getOwnPropertyNames(onside)) {
        const own = Object.getOwnPropertyDescriptor(onside, name);
        if (own.configurable || own.writable) changed.push(name);
      }
      return changed.join() + "|" + Object.getOwnPropertyNames(onside).length;
      """)
    XCTAssertEqual(told, "|\(OnsideContract.Method.allCases.count + OnsideContract.Callback.allCases.count)")
  }

  func testTheGlobalHasExactlyTheMembersOfTheContract() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      "return Object.keys(onside).map((name) => name + (typeof onside[name] === 'function' ? '()' : '')).join()")
    let methods = OnsideContract.Method.allCases.map { $0.rawValue + "()" }
    XCTAssertEqual(told, (methods + OnsideContract.Callback.allCases.map(\.rawValue)).joined(separator: ","))
    for method in OnsideContract.Method.allCases {
      let isPromise = try await page.run("return onside.\(method.rawValue)() instanceof Promise")
      XCTAssertEqual(isPromise, "\(method.isPromise)", method.rawValue)
    }
  }

  func testACallbackIsAnAccessorThatKeepsOnlyFunctions() async throws {
    let page = try await OnsidePage.opened()
    for callback in OnsideContract.Callback.allCases.map(\.rawValue) {
      let told = try await page.run(
        """
        const own = Object.getOwnPropertyDescriptor(onside, "\(callback)");
        const handler = () => {};
        const seen = [typeof own.get, typeof own.set];
        for (const value of [handler, undefined, handler, null, handler, 7, handler, {}]) {
          onside.\(callback) = value;
          seen.push(onside.\(callback) === handler ? "handler" : String(onside.\(callback)));
        }
        return seen.join();
        """)
      XCTAssertEqual(
        told, "function,function,handler,undefined,handler,undefined,handler,undefined,handler,undefined", callback)
    }
  }

  /// A page may assign properties of later versions of the contract, which must have no effect in this version.
  func testUnknownPropertiesMayBeAssigned() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      "'use strict'; onside.shouldContinueTransactionAfterLogin = () => true; return Object.keys(onside).at(-1)")
    XCTAssertEqual(told, "shouldContinueTransactionAfterLogin")
  }

  func testNoMemberHasANameThatTheLaterContractReserves() {
    let names = OnsideContract.Method.allCases.map(\.rawValue) + OnsideContract.Callback.allCases.map(\.rawValue)
    XCTAssertFalse(names.contains { $0.hasPrefix("_pontoon") })
  }

  func testSurplusArgumentsAreIgnored() async throws {
    let page = try await OnsidePage.opened()
    for call in ["getTransactions({ a: 1n }, 2)", "getTransactions(Symbol())"] {
      let told = try await page.call(call)
      XCTAssertEqual(told, "[]")
    }
    let told = try await page.call("loadProducts({ productIdentifiers: [] }, 1n)")
    XCTAssertEqual(told, #"{"products":[],"invalidProductIdentifiers":[]}"#)
  }

  func testMethodsWithoutAResultResolveWithUndefined() async throws {
    let page = try await OnsidePage.opened()
    try await page.loadProducts()
    for call in [
      "initializeOnside('v1')", "requestLogin()", "presentPaymentMethodsManager()",
      "purchase({ productIdentifier: 'coins' })", "restoreCompletedTransactions()",
    ] {
      let told = try await page.call(call)
      XCTAssertEqual(told, "undefined", call)
    }
    let told = try await page.run(
      "const [{ id }] = await onside.getTransactions(); return show(() => onside.finishTransaction(id))")
    XCTAssertEqual(told, "undefined")
  }

  func testArgumentsThatJSONCannotHoldRejectAndDoNotThrow() async throws {
    let page = try await OnsidePage.opened()
    let values = [
      "1n", "(() => { const a = {}; a.a = a; return a; })()", "{ productIdentifiers: [1n] }",
      "{ get productIdentifiers() { throw new Error('mine'); } }", "{ toJSON() { throw new Error('mine'); } }",
      "new Proxy({}, { ownKeys() { throw new Error('mine'); } })", "Symbol()", "() => {}",
    ]
    for value in values {
      let told = try await page.run(
        """
        const promise = onside.loadProducts(\(value));
        return show(() => promise);
        """)
      XCTAssertEqual(told, "BridgeError invalidArguments", value)
    }
  }
}
