import BitcoinLink
import WebTestSupport
import XCTest

/// The rules for messages, replies and errors on Bitcoin.com Link's page for mobile wallet providers.
@MainActor final class MessageTests: XCTestCase {
  func testGetAddressReturnsAnAddressOfTheProtocol() async throws {
    try await onSurfaces { page in
      page.wallet.addressWork = { _ in .init(address: "simpleledger:qx") }
      let told = try await page.call("getAddress", "{ protocol: 'SLP' }")
      XCTAssertEqual(told, "{\"address\":\"simpleledger:qx\"}")
      XCTAssertEqual(page.wallet.calls, ["getAddress SLP"])
    }
  }

  func testSendAssetsIsACommand() async throws {
    try await onSurfaces { page in
      let told = try await page.call("sendAssets", Valid.send)
      XCTAssertEqual(told, "{\"txid\":\"tx-1\"}")
    }
  }

  func testTheMessageIdIsOpaqueAndEchoed() async throws {
    try await onSurfaces { page in
      for id in ["getAddress1", "x", " ", "__proto__", "constructor", "ünï\\u2028", "{\\\"messageId\\\":1}"] {
        let told = try await page.browser.text(
          """
          const [reply] = await link.raw({ messageId: "\(id)", command: "getAddress", data: { protocol: "BCH" } });
          return reply.messageId === "\(id)";
          """)
        XCTAssertEqual(told, "true", id)
      }
    }
  }

  func testTheCommandIsEchoed() async throws {
    try await onSurfaces { page in
      for (command, data) in Valid.guarded + [("requestValue", "{ openValueRequest: true }"), ("other", "1")] {
        let told = try await page.browser.text(
          "return (await link.raw({ messageId: 'm', command: '\(command)', data: \(data) }))[0].command")
        XCTAssertEqual(told, command)
      }
    }
  }

  func testUnknownKeysAreIgnored() async throws {
    try await onSurfaces { page in
      let told = try await page.raw(
        """
        { messageId: 'm', command: 'getAddress', data: { protocol: 'BCH', more: [{}], __proto__: 1 }, error: {}, next: 1 }
        """)
      XCTAssertTrue(told.contains("bitcoincash:q1"), told)
    }
  }

  func testRepliesAreMatchedByMessageIdInAnyOrder() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.addressWork = { request in
        if request.command.protocol == "slow" { await gate.pass() }
        return .init(address: request.command.protocol)
      }
      let slow = try await page.begin("getAddress", "{ protocol: 'slow' }")
      let quick = try await page.call("getAddress", "{ protocol: 'quick' }")
      XCTAssertEqual(quick, "{\"address\":\"quick\"}")
      gate.open()
      let late = try await slow.value
      XCTAssertEqual(late, "{\"address\":\"slow\"}")
    }
  }

  func testAnErrorHasATypeADescriptionAndOptionalData() async throws {
    try await onSurfaces { page in
      page.wallet.addressWork = { _ in throw LinkError(.protocolError, "No such coin.", data: ["known": ["BCH"]]) }
      let told = try await page.raw("{ messageId: 'm', command: 'getAddress', data: { protocol: 'XYZ' } }")
      XCTAssertEqual(
        told,
        "[{\"messageId\":\"m\",\"command\":\"getAddress\",\"error\":"
          + "{\"type\":\"PROTOCOL_ERROR\",\"description\":\"No such coin.\",\"data\":{\"known\":[\"BCH\"]}}}]")
    }
  }

  func testTheDataOfAnErrorMayBeMissing() async throws {
    try await onSurfaces { page in
      page.wallet.addressWork = { _ in throw LinkError.connectionDenied }
      let told = try await page.call("getAddress", "{ protocol: 'BCH' }")
      XCTAssertEqual(
        told, "rejected {\"type\":\"CONNECTION_DENIED\",\"description\":\"The wallet refused the connection.\"}")
    }
  }
}
