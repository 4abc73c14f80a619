import BitcoinLink
import Causeway
import WebTestSupport
import XCTest

/// Fields that are not in the protocol: the wallet gets them, and the user sees them.
@MainActor final class UnknownFieldTests: XCTestCase {
  func testTheWalletGetsUnknownFields() async throws {
    try await onSurfaces { page in
      let commands =
        Valid.guarded + [
          ("getAddress", "{ protocol: 'BCH' }"), ("requestValue", "{ openValueRequest: true }"), ("getInfo", "{}"),
        ]
      for (command, data) in commands {
        _ = try await page.call(command, "{ ...\(data), fee: 1e-8, memo: { text: 'tea', list: [null, true] } }")
        XCTAssertEqual(
          page.wallet.fields.last, ["fee": 1e-8, "memo": ["text": "tea", "list": [.null, true]]], command)
        _ = try await page.call(command, data)
        XCTAssertEqual(page.wallet.fields.last, [:], command)
      }
    }
  }

  func testUnknownFieldsContainNoFieldOfTheProtocol() async throws {
    try await onSurfaces { page in
      _ = try await page.call(
        "sendAssets", "{ to: 'a', protocol: 'BCH', value: 1, assetId: null, opReturn: [], TO: 'b' }")
      XCTAssertEqual(page.wallet.fields.last, ["TO": "b"])
      XCTAssertEqual(page.wallet.sent.last?.to, "a")
    }
  }

  func testThePromptShowsUnknownFieldsInARowMarkedAsPageText() async throws {
    try await onSurfaces { page in
      for (command, data) in Valid.guarded {
        _ = try await page.call(command, data)
        XCTAssertFalse(page.wallet.prompts.last?.rows.contains { $0.label == "fields" } ?? true, command)
        _ = try await page.call(command, "{ ...\(data), fee: '5', 'to\\u202E': '\\ud800\\u202Ethief' }")
        let row = try XCTUnwrap(page.wallet.prompts.last?.rows.last, command)
        XCTAssertEqual(row.label, "fields", command)
        XCTAssertTrue(row.isPageText)
        XCTAssertEqual(row.value, "{\"fee\":\"5\",\"to⟨U+202E⟩\":\"\u{FFFD}⟨U+202E⟩thief\"}")
        XCTAssertEqual(page.wallet.prompts.last?.warnings, [])
      }
    }
  }

  func testUnknownFieldsThatAreTooLongToShowAddAWarning() async throws {
    try await onSurfaces { page in
      _ = try await page.call("sendAssets", "{ ...\(Valid.send), note: 'x'.repeat(100000) }")
      XCTAssertEqual(page.wallet.prompts.last?.warnings, [.cutShort])
    }
  }
}
