import BitcoinLink
import Causeway
import WebTestSupport
import XCTest

/// `WalletLink.Configuration.additionalConsent`, with which a wallet also requires the user's consent for commands that
/// neither move money nor sign.
@MainActor final class AdditionalConsentTests: XCTestCase {
  private static let configuration = WalletLink.Configuration(
    additionalConsent: [.getAddress, .requestValue, .getInfo, .sendAssets])

  private static let commands: [(name: String, data: String, kind: ApprovalPrompt.Kind, call: String)] = [
    ("getAddress", "{ protocol: 'BCH' }", .getAddress, "getAddress BCH"),
    ("requestValue", "{ openValueRequest: true }", .requestValue, "requestValue true"),
    ("getInfo", "undefined", .getInfo, "getInfo"),
  ]

  func testTheUserApprovesOnceBeforeTheCommandIsCalled() async throws {
    try await onSurfaces(Self.configuration) { page in
      for (name, data, kind, call) in Self.commands {
        page.wallet.calls = []
        _ = try await page.call(name, data)
        XCTAssertEqual(page.wallet.calls, ["approve", call])
        XCTAssertEqual(page.wallet.prompts.last?.kind, kind)
        XCTAssertEqual(page.wallet.prompts.last?.origin, LinkPage.origin)
      }
      page.wallet.calls = []
      _ = try await page.call("sendAssets", Valid.send)
      XCTAssertEqual(page.wallet.calls, ["approve", "sendAssets"])
    }
  }

  func testThePromptOfGetAddressShowsTheProtocolAndUnknownFields() async throws {
    try await onSurfaces(Self.configuration) { page in
      _ = try await page.call("getAddress", "{ protocol: 'BCH', reason: 'tips' }")
      let rows = try XCTUnwrap(page.wallet.prompts.last?.rows)
      XCTAssertEqual(rows.map(\.label), ["protocol", "fields"])
      XCTAssertEqual(rows.map(\.value), ["BCH", "{\"reason\":\"tips\"}"])
    }
  }

  func testARefusedCommandIsNotCalled() async throws {
    try await onSurfaces(Self.configuration) { page in
      page.wallet.decision = { false }
      for (name, data, _, _) in Self.commands {
        page.wallet.calls = []
        let told = try await page.call(name, data)
        XCTAssertTrue(told.contains("CANCELED"), told)
        XCTAssertEqual(page.wallet.calls, ["approve"])
      }
    }
  }

  func testMalformedInputOpensNoPrompt() async throws {
    try await onSurfaces(Self.configuration) { page in
      _ = try await page.call("getAddress", "{ protocol: 7 }")
      _ = try await page.call("requestValue", "{}")
      XCTAssertEqual(page.wallet.calls, [])
    }
  }

  func testWithoutAdditionalConsentNoPromptOpens() async throws {
    try await onSurfaces { page in
      for (name, data, _, _) in Self.commands { _ = try await page.call(name, data) }
      XCTAssertEqual(page.wallet.calls, Self.commands.map(\.call))
    }
  }
}
