import WebTestSupport
import XCTest

/// The project's own rules for messages, where the protocol has none (docs/link-rules.md): a message that can be
/// answered gets one answer, and other messages are dropped.
@MainActor final class EnvelopeTests: XCTestCase {
  func testANumericMessageIdIsEchoedUnchanged() async throws {
    try await onSurfaces { page in
      let told = try await page.raw("{ messageId: 1.5, command: 'nothing' }")
      XCTAssertTrue(told.hasPrefix("[{\"messageId\":1.5,"), told)
    }
  }

  func testAMessageWithoutAUsableIdIsDropped() async throws {
    try await onSurfaces { page in
      var lines: [String] = []
      page.bridge.log = { lines.append($0) }
      for body in [
        "undefined", "null", "0", "true", "'text'", "''", "'[1'", "[]", "{}", "{ command: 'getInfo' }",
        "{ messageId: '', command: 'nothing' }", "{ messageId: null, command: 'nothing' }",
        "{ messageId: {}, command: 'nothing' }", "{ messageId: ['a'], command: 'nothing' }",
        "{ messageId: true, command: 'nothing' }", "{ messageId: NaN, command: 'nothing' }", "() => 1", "10n",
      ] {
        let told = try await page.raw(body)
        XCTAssertEqual(told, "[]", body)
      }
      XCTAssertEqual(page.thrown, [])
      XCTAssertFalse(lines.isEmpty)
      XCTAssertTrue(lines.allSatisfy { $0.hasSuffix(" is malformed.") }, "\(lines)")
    }
  }

  func testAMissingOrNonStringCommandIsAProtocolError() async throws {
    try await onSurfaces { page in
      for command in ["", ", command: null", ", command: 7", ", command: ['getInfo']", ", command: {}"] {
        let told = try await page.raw("{ messageId: 'm'\(command) }")
        XCTAssertEqual(
          told,
          "[{\"messageId\":\"m\",\"command\":\"\",\"error\":"
            + "{\"type\":\"PROTOCOL_ERROR\",\"description\":\"The wallet does not have this command.\"}}]", command)
      }
    }
  }

  func testAnUnknownCommandIsAProtocolError() async throws {
    try await onSurfaces { page in
      for command in ["", "GetInfo", "getInfo ", "__proto__", "constructor", "toString", "get\\u0000Info"] {
        let told = try await page.call(command)
        XCTAssertTrue(told.hasPrefix("rejected {\"type\":\"PROTOCOL_ERROR\",\"description\":\""), told)
      }
    }
  }

  func testDataMayBeMissingNullOrUndefined() async throws {
    try await onSurfaces { page in
      for data in [", data: null", ", data: undefined", ", data: {}", ", data: 'any'", ""] {
        let told = try await page.browser.text(
          """
          link.replies.length = 0;
          const entry = _bitcoinWalletApi.messageHandler ?? webkit.messageHandlers.sendMessageHandler.postMessage;
          const answer = new Promise((resolve) => { link.open.m = { resolve, reject: resolve }; });
          entry({ messageId: 'm', command: 'getInfo'\(data) });
          return (await answer).version;
          """)
        XCTAssertEqual(told, "1.0", data)
      }
    }
  }

  func testASecondRequestWithAnOpenIdIsDropped() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.addressWork = { _ in
        await gate.pass()
        return .init(address: "first")
      }
      try await page.start("getAddress", "{ protocol: 'BCH' }")
      try await eventually("the handler") { gate.count == 1 }
      // These messages have the id of the open request, but different contents.
      for body in [
        "{ messageId: 'getAddress1', command: 'getAddress', data: { protocol: 'BCH' } }",
        "{ messageId: 'getAddress1', command: 'sendAssets', data: \(Valid.send) }",
        "{ messageId: 'getAddress1', command: 'nothing' }", "{ messageId: 'getAddress1' }",
        "'{\"messageId\":\"getAddress1\"}'",
        // The app cannot read these messages. The page script must not answer them either.
        "{ messageId: 'getAddress1', command: 'getAddress', data: 10n }",
        "'{\"messageId\":\"getAddress1\",\"data\":' + '['.repeat(1000) + ']'.repeat(1000) + '}'",
      ] {
        let told = try await page.raw(body)
        XCTAssertEqual(told, "[]", body)
      }
      XCTAssertFalse(page.wallet.calls.contains("sendAssets"))
      XCTAssertTrue(page.wallet.prompts.isEmpty)
      XCTAssertTrue(page.observations.contains { $0.kind == .reply && $0.failure?.contains("DUPLICATE") == true })
      gate.open()
      let told = try await page.browser.text(
        "while (!window.told) await new Promise((resolve) => setTimeout(resolve)); return window.told")
      XCTAssertEqual(told, "{\"address\":\"first\"}")
      // The request was answered, so its id can be used again.
      let again = try await page.raw("{ messageId: 'getAddress1', command: 'nothing' }")
      XCTAssertTrue(again.contains("PROTOCOL_ERROR"), again)
    }
  }

  func testSeveralRequestsMayBeOpenAtOnce() async throws {
    try await onSurfaces { page in
      let gate = Gate()
      page.wallet.decision = {
        await gate.pass()
        return true
      }
      let first = try await page.begin("sendAssets", Valid.send)
      let second = try await page.begin("payInvoice", Valid.invoice)
      try await eventually("both prompts") { gate.count == 2 }
      gate.open()
      let told = try await [first.value, second.value]
      XCTAssertEqual(told, ["{\"txid\":\"tx-1\"}", "{\"memo\":\"thank you\"}"])
    }
  }

  func testMalformedMetadataIsIgnored() async throws {
    try await onSurfaces { page in
      for metadata in ["7", "null", "'x'", "[]", "{ title: 1, description: {}, image: null }"] {
        let told = try await page.browser.text(
          "return await link.told('getAddress', { protocol: 'BCH' }, { websiteMetadata: \(metadata) })")
        XCTAssertTrue(told.contains("address"), told)
        XCTAssertNil(page.wallet.metadata.last?.title)
        XCTAssertNil(page.wallet.metadata.last?.image)
      }
    }
  }
}
