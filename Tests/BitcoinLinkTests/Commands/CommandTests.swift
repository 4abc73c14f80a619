import BitcoinLink
import WebTestSupport
import XCTest

/// The seven commands of the published client: their data and results, and their documented errors.
@MainActor final class CommandTests: XCTestCase {
  func testEveryCommandReturnsItsDocumentedResult() async throws {
    try await onSurfaces { page in
      let results = [
        ("getAddress", "{ protocol: 'BCH' }", "{\"address\":\"bitcoincash:q1\",\"label\":\"mine\"}"),
        ("sendAssets", Valid.send, "{\"txid\":\"tx-1\"}"),
        ("payInvoice", Valid.invoice, "{\"memo\":\"thank you\"}"),
        ("createToken", Valid.token, "{\"tokenId\":\"t-1\"}"),
        ("getInfo", "undefined", "{\"version\":\"1.0\",\"platform\":\"linux\",\"protocols\":[\"BCH\",\"SLP\"]}"),
        ("requestValue", "{ openValueRequest: true }", "{\"value\":\"0.1\"}"),
        ("requestWeb3Sign", Valid.sign, "{\"message\":\"hello\",\"signature\":\"0xsig\"}"),
      ]
      for (command, data, result) in results {
        let told = try await page.call(command, data)
        XCTAssertEqual(told, result, command)
      }
    }
  }

  func testTheWalletGetsTheDigitsOfTheValueUnchanged() async throws {
    try await onSurfaces { page in
      for value in ["0.000123", "1", "0.10", "123456789012345678901234567890.123456789012345678", "0.1"] {
        _ = try await page.call("sendAssets", "{ to: 'a', protocol: 'ETH', value: '\(value)' }")
        XCTAssertEqual(page.wallet.sent.last?.value.text, value)
      }
    }
  }

  func testTheWalletGetsTheAssetIdOfAToken() async throws {
    try await onSurfaces { page in
      _ = try await page.call(
        "sendAssets", "{ to: 'a', protocol: 'SLP', assetId: 'ff01', value: '5', opReturn: ['x'] }")
      XCTAssertEqual(page.wallet.sent.last?.assetId, "ff01")
      XCTAssertEqual(page.wallet.sent.last?.opReturn, ["x"])
      let told = try await page.call("sendAssets", "{ to: 'a', protocol: 'SLP', value: '5' }")
      XCTAssertTrue(told.contains("MALFORMED_INPUT") && told.contains("assetId"), told)
    }
  }

  func testTheWalletGetsAllFieldsOfATokenToCreate() async throws {
    try await onSurfaces { page in
      _ = try await page.call(
        "createToken",
        """
        { name: 'Coin', symbol: 'C', decimals: 8, initialSupply: 21000000, tokenReceiverAddress: 'simpleledger:qr',
          batonReceiverAddress: 'simpleledger:qb', documentUri: 'https://coin.example', documentHash: 'ab12' }
        """)
      let token = try XCTUnwrap(page.wallet.tokens.first)
      XCTAssertEqual(token.name, "Coin")
      XCTAssertEqual(token.symbol, "C")
      XCTAssertEqual(token.decimals, 8)
      XCTAssertEqual(token.initialSupply.text, "21000000")
      XCTAssertEqual(token.tokenReceiverAddress, "simpleledger:qr")
      XCTAssertEqual(token.batonReceiverAddress, "simpleledger:qb")
      XCTAssertEqual(token.documentUri, "https://coin.example")
      XCTAssertEqual(token.documentHash, "ab12")
    }
  }

  func testTheWalletGetsEveryKindOfSignature() async throws {
    try await onSurfaces { page in
      for kind in RequestWeb3Sign.SignType.allCases {
        _ = try await page.call(
          "requestWeb3Sign", "{ address: '0xabc', message: 'm', signType: '\(kind.rawValue)' }")
        XCTAssertEqual(page.wallet.signed.last?.signType, kind)
      }
    }
  }

  func testTheWalletsErrorsReachThePage() async throws {
    try await onSurfaces { page in
      let errors: [LinkError] = [
        .canceled, .protocolError, .malformedInput, .sendError, .merchantError, .connectionDenied, .requestTimeout,
      ]
      XCTAssertEqual(Set(errors.map(\.type)), Set(LinkErrorType.allCases))
      for error in errors {
        page.wallet.fault = error
        let told = try await page.call("payInvoice", Valid.invoice)
        XCTAssertEqual(
          told, "rejected {\"type\":\"\(error.type.rawValue)\",\"description\":\"\(error.description)\"}")
      }
    }
  }

  func testThereIsNoLoginAndNoSignMessage() async throws {
    try await onSurfaces { page in
      for command in ["login", "signMessage"] {
        let told = try await page.call(command)
        XCTAssertTrue(told.contains("PROTOCOL_ERROR"), told)
      }
    }
  }
}
