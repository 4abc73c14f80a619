import OnsideKit
import WebTestSupport
import XCTest

/// [chosen] Section 6.1: before and after `initializeOnside`.
@MainActor final class ChosenInitializationTests: XCTestCase {
  private static let promises = OnsideContract.Method.allCases.filter { $0.isPromise && $0 != .initializeOnside }
  private static let told = OnsideContract.Method.allCases.filter { !$0.isPromise }

  func testBeforeItPromiseMethodsRejectWithNotInitialized() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    for method in Self.promises {
      let told = try await page.call("\(method.rawValue)()")
      XCTAssertEqual(told, "BridgeError notInitialized", method.rawValue)
    }
  }

  func testWhileItIsUnderWayPromiseMethodsRejectStill() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    let told = try await page.run(
      """
      const first = onside.initializeOnside("v1");
      const early = show(() => onside.getTransactions());
      await first;
      return await early + " " + await show(() => onside.getTransactions());
      """)
    XCTAssertEqual(told, "BridgeError notInitialized []")
  }

  func testBeforeItTheFireAndForgetMethodsAreIgnoredWithAWarning() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    for method in Self.told { try await page.run("onside.\(method.rawValue)('dark')") }
    let lines = try await page.run("await onside.initializeOnside('v1'); return lines.join('|')")
    XCTAssertEqual(
      lines,
      Self.told.map { "warn: onside: \($0.rawValue) is ignored before initializeOnside has succeeded" }
        .joined(separator: "|"))
    XCTAssertEqual(page.app.client.appearance.themeMode, .auto)
    XCTAssertTrue(page.app.log.isEmpty, "\(page.app.log)")
  }

  func testAnUnsupportedVersionLeavesTheDocumentUninitialised() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    _ = try await page.call("initializeOnside('v2')")
    let told = try await page.call("getTransactions()")
    XCTAssertEqual(told, "BridgeError notInitialized")
  }

  func testItIsIdempotentAndAnUnsupportedVersionAfterItEndsNothing() async throws {
    let page = try await OnsidePage.opened()
    for (version, answer) in [("v1", "undefined"), ("v2", "BridgeError unsupportedVersion"), ("v1", "undefined")] {
      let told = try await page.call("initializeOnside('\(version)')")
      XCTAssertEqual(told, answer)
      let works = try await page.call("getTransactions()")
      XCTAssertEqual(works, "[]")
    }
  }

  func testItMustBeCalledAgainAfterEachLoad() async throws {
    let page = try await OnsidePage.opened()
    try await page.load(isInitialized: false)
    let told = try await page.call("getTransactions()")
    XCTAssertEqual(told, "BridgeError notInitialized")
  }
}
