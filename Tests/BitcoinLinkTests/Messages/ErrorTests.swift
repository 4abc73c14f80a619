import BitcoinLink
import WebTestSupport
import XCTest

/// The project's own rules for errors, where the protocol has none (docs/link-rules.md): each error has a documented
/// type, and contains no text of the app.
@MainActor final class ErrorTests: XCTestCase {
  func testARefusalIsCanceledForEveryCommandThatNeedsConsent() async throws {
    try await onSurfaces { page in
      page.wallet.decision = { false }
      for (command, data) in Valid.guarded {
        let told = try await page.call(command, data)
        XCTAssertEqual(told, "rejected {\"type\":\"CANCELED\",\"description\":\"The user refused.\"}", command)
      }
    }
  }

  func testTheHostsDeadlineEndsInRequestTimeout() async throws {
    try await onSurfaces(WalletLink.Configuration(timeout: .seconds(60))) { page in
      let gate = Gate()
      page.wallet.decision = {
        await gate.pass()
        return true
      }
      let answer = try await page.begin("sendAssets", Valid.send)
      try await eventually("the prompt") { gate.count == 1 }
      page.clock.advance(by: .seconds(59))
      _ = try await page.call("getInfo")
      page.clock.advance(by: .seconds(2))
      let told = try await answer.value
      XCTAssertTrue(told.hasPrefix("rejected {\"type\":\"REQUEST_TIMEOUT\""), told)
      XCTAssertEqual(page.wallet.withdrawn, 1)
      // An approval after the deadline must have no effect.
      gate.open()
      _ = try await page.call("getInfo")
      XCTAssertFalse(page.wallet.calls.contains("sendAssets"))
    }
  }

  func testBadInputToAnyCommandIsMalformedInput() async throws {
    try await onSurfaces { page in
      for command in LinkCommand.allCases where command != .getInfo {
        // For `getAddress` without data, the wallet's default protocol applies.
        let missing = command == .getAddress ? [] : ["undefined", "null"]
        for data in missing + ["7", "'x'", "[]", "{}", "{ protocol: 5, to: {}, url: '', openValueRequest: 1 }"] {
          let told = try await page.call(command.rawValue, data)
          XCTAssertTrue(
            told.hasPrefix("rejected {\"type\":\"MALFORMED_INPUT\",\"description\":\""), "\(command) \(data): \(told)")
        }
      }
      // The user must not be asked about an invalid command.
      XCTAssertEqual(page.wallet.calls, [])
    }
  }

  func testTheTextOfAnErrorOfTheAppDoesNotReachThePage() async throws {
    try await onSurfaces { page in
      page.wallet.fault = PrivateError()
      page.wallet.addressWork = { _ in throw PrivateError() }
      page.wallet.sendWork = { _ in throw PrivateError() }
      let types = [
        ("getAddress", "{ protocol: 'BCH' }", "CONNECTION_DENIED"), ("getInfo", "1", "CONNECTION_DENIED"),
        ("sendAssets", Valid.send, "SEND_ERROR"), ("payInvoice", Valid.invoice, "MERCHANT_ERROR"),
        ("createToken", Valid.token, "PROTOCOL_ERROR"), ("requestWeb3Sign", Valid.sign, "CANCELED"),
        ("requestValue", "{ openValueRequest: false }", "CANCELED"),
      ]
      for (command, data, type) in types {
        let told = try await page.call(command, data)
        XCTAssertEqual(
          told, "rejected {\"type\":\"\(type)\",\"description\":\"The wallet could not complete the request.\"}",
          command)
      }
      XCTAssertFalse("\(page.replies)".contains(TestWallet.secret))
    }
  }

  func testThePageGetsTheTextOfAPageFacingError() async throws {
    try await onSurfaces { page in
      page.wallet.fault = OwnError()
      let own = try await page.call("payInvoice", Valid.invoice)
      XCTAssertEqual(own, "rejected {\"type\":\"MERCHANT_ERROR\",\"description\":\"The ledger is unplugged.\"}")
      page.wallet.fault = OwnError(code: "PROTOCOL_ERROR")
      let known = try await page.call("payInvoice", Valid.invoice)
      XCTAssertEqual(known, "rejected {\"type\":\"PROTOCOL_ERROR\",\"description\":\"The ledger is unplugged.\"}")
    }
  }

  /// A trace must not contain signatures, because anyone who reads a signature can use it.
  func testATraceContainsNoSignature() async throws {
    try await onSurfaces { page in
      _ = try await page.call("requestWeb3Sign", "{ address: '0xabc', message: 'tell-me', signType: 'eth_sign' }")
      let trace = page.observations.map(\.json.json).joined()
      XCTAssertTrue(trace.contains("requestWeb3Sign"))
      XCTAssertFalse(trace.contains("0xsig") || trace.contains("tell-me"), trace)
    }
  }
}
