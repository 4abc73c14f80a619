import BitcoinLink
import Causeway
import WebTestSupport
import XCTest

/// The project's own rules for consent, where the protocol has none (docs/link-rules.md). The compiler ensures that no
/// command that moves money or signs is called without consent: `Approved` has no initializer that another module can
/// call.
@MainActor final class ConsentTests: XCTestCase {
  func testTheUserApprovesOnceBeforeTheCommandIsCalled() async throws {
    try await onSurfaces { page in
      for (command, data) in Valid.guarded {
        page.wallet.calls = []
        _ = try await page.call(command, data)
        XCTAssertEqual(page.wallet.calls, ["approve", command])
      }
    }
  }

  func testARefusedCommandIsNotCalled() async throws {
    try await onSurfaces { page in
      for decision in [{ false }, { throw PrivateError() }, { throw CancellationError() }]
        as [@MainActor () async throws -> Bool]
      {
        page.wallet.decision = decision
        for (command, data) in Valid.guarded {
          page.wallet.calls = []
          let told = try await page.call(command, data)
          XCTAssertTrue(told.hasPrefix("rejected"), told)
          XCTAssertEqual(page.wallet.calls, ["approve"])
        }
      }
    }
  }

  func testEachRequestNeedsItsOwnApproval() async throws {
    try await onSurfaces { page in
      for _ in 0..<3 { _ = try await page.call("sendAssets", Valid.send) }
      XCTAssertEqual(page.wallet.calls, Array(repeating: ["approve", "sendAssets"], count: 3).flatMap(\.self))
    }
  }

  func testThePromptShowsTheValuesThatAreSent() async throws {
    try await onSurfaces { page in
      _ = try await page.call("sendAssets", "{ to: 'bitcoincash:qto', protocol: 'SLP', assetId: 'ff', value: '2.50' }")
      let prompt = try XCTUnwrap(page.wallet.prompts.first)
      let sent = try XCTUnwrap(page.wallet.sent.first)
      XCTAssertEqual(prompt.kind, .sendAssets)
      XCTAssertEqual(prompt.rows.map(\.label), ["value", "protocol", "assetId", "to"])
      XCTAssertEqual(prompt.rows.map(\.value), [sent.value.text, sent.protocol, sent.assetId, sent.to])
      XCTAssertFalse(prompt.rows.contains(where: \.isPageText))
      XCTAssertEqual(prompt.warnings, [])
    }
  }

  func testChangingAMessageAfterPostingItDoesNotChangeTheCommand() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.decision = {
        await gate.pass()
        return true
      }
      _ = try await page.browser.text(
        """
        window.message = { messageId: "m", command: "sendAssets", data: \(Valid.send) };
        (_bitcoinWalletApi.messageHandler ?? webkit.messageHandlers.sendMessageHandler.postMessage)(message);
        message.data.to = "thief";
        """)
      try await eventually("the prompt") { gate.count == 1 }
      gate.open()
      try await eventually("the payment") { page.wallet.sent.count == 1 }
      XCTAssertEqual(page.wallet.sent.first?.to, "bitcoincash:qto")
    }
  }

  func testDangerousCommandsHaveWarnings() async throws {
    try await onSurfaces { page in
      _ = try await page.call("sendAssets", "{ to: 'a', protocol: 'BCH', value: '1', opReturn: ['6d02', 'hi'] }")
      XCTAssertEqual(page.wallet.prompts.last?.warnings, [.carriesData])
      XCTAssertEqual(page.wallet.prompts.last?.rows.filter(\.isPageText).map(\.value), ["6d02", "hi"])
      let kinds: [(RequestWeb3Sign.SignType, [ApprovalPrompt.Warning])] = [
        (.sendTransaction, [.sendsTransaction]), (.signTransaction, [.signsTransaction]),
        (.signTypedData, [.signsTypedData]), (.sign, [.signsAnything]), (.personalSign, []),
      ]
      for (kind, warnings) in kinds {
        _ = try await page.call("requestWeb3Sign", "{ address: '0xa', message: 'm', signType: '\(kind.rawValue)' }")
        XCTAssertEqual(page.wallet.prompts.last?.warnings, warnings, kind.rawValue)
      }
    }
  }

  /// `getAddress`, `getInfo` and `requestValue` do not move money and do not sign, so they need no consent unless the
  /// wallet's configuration requires it.
  func testCommandsThatMoveNoMoneyNeedNoConsent() async throws {
    try await onSurfaces { page in
      _ = try await page.call("getAddress", "{ protocol: 'BCH' }")
      _ = try await page.call("getInfo")
      _ = try await page.call("requestValue", "{ openValueRequest: true }")
      XCTAssertEqual(page.wallet.calls, ["getAddress BCH", "getInfo", "requestValue true"])
    }
  }
}
