import WebTestSupport
import XCTest

/// Onside's description of the bridge (rules onside-6.1): `initializeOnside('v1')` comes first, and `'v1'` is the only version.
@MainActor final class InitializationTests: XCTestCase {
  func testV1IsServed() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    let told = try await page.call("initializeOnside('v1')")
    XCTAssertEqual(told, "undefined")
  }

  func testEveryOtherVersionIsNotSupported() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    for version in ["'v2'", "'V1'", "'v1 '", "''", "", "null", "1", "['v1']", "{ version: 'v1' }"] {
      let told = try await page.call("initializeOnside(\(version))")
      XCTAssertEqual(told, "BridgeError unsupportedVersion", version)
    }
  }

  func testNoCallbackIsCalledBeforeInitialization() async throws {
    let page = try await OnsidePage.opened(isInitialized: false)
    try await page.run("listen('onStorefrontChanged')")
    try await page.app.client.requestLogin()
    _ = try await page.call("getTransactions()")
    let before = try await page.heard()
    XCTAssertEqual(before, "[]")
    let after = try await page.run(
      "await onside.initializeOnside('v1'); await until(() => heard.length); return heard[0][0]")
    XCTAssertEqual(after, "onStorefrontChanged")
  }
}
