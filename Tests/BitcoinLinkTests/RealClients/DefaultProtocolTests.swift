import BitcoinLink
import WebTestSupport
import XCTest

/// `getAddress()` without data, as published pages call it.
@MainActor final class DefaultProtocolTests: XCTestCase {
  func testGetAddressWithoutDataUsesTheDefaultProtocol() async throws {
    try await onSurfaces { page in
      page.wallet.defaultProtocol = "BCH"
      for data in ["undefined", "null"] {
        let told = try await page.call("getAddress", data)
        XCTAssertEqual(told, "{\"address\":\"bitcoincash:q1\",\"label\":\"mine\"}", data)
      }
      let replies = try await page.raw("{ messageId: 'm', command: 'getAddress' }")
      XCTAssertTrue(replies.contains("bitcoincash:q1"), replies)
      XCTAssertEqual(
        page.wallet.calls.filter { $0.hasPrefix("getAddress") }, Array(repeating: "getAddress BCH", count: 3))
    }
  }

  func testGetAddressWithoutDataAndDefaultIsAProtocolError() async throws {
    try await onSurfaces { page in
      for data in ["undefined", "null"] {
        let told = try await page.call("getAddress", data)
        XCTAssertTrue(told.contains("PROTOCOL_ERROR") && told.contains("no default protocol"), told)
      }
      XCTAssertEqual(page.wallet.calls, [])
    }
  }

  /// A page that passes data has a certain protocol in mind, so the default must not apply. Money that is sent to an
  /// address of the wrong protocol is lost.
  func testDataWithoutAProtocolIsMalformedInput() async throws {
    try await onSurfaces { page in
      page.wallet.defaultProtocol = "BCH"
      for data in ["{}", "{ protocol: null }", "{ protocol: '' }", "[]", "''", "'BCH'", "0", "false"] {
        let told = try await page.call("getAddress", data)
        XCTAssertTrue(told.contains("MALFORMED_INPUT"), "\(data): \(told)")
      }
      XCTAssertEqual(page.wallet.calls, [])
    }
  }
}
