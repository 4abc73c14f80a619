import BitcoinLink
import Causeway
import WebTestSupport
import XCTest

/// Commands that a wallet defines in addition to those of the protocol.
@MainActor final class OwnCommandTests: XCTestCase {
  func testACommandWithoutAHandlerIsAProtocolErrorWithoutAPrompt() async throws {
    try await onSurfaces { page in
      for command in ["getBalance", "login", "GetAddress", "__proto__"] {
        let told = try await page.call(command, "{ protocol: 'BCH' }")
        XCTAssertTrue(told.contains("PROTOCOL_ERROR"), told)
      }
      XCTAssertEqual(page.wallet.calls, [])
    }
  }

  func testThePageGetsTheResultOfTheHandler() async throws {
    try await onSurfaces { page in
      var asked: [LinkRequest<OwnCommand>] = []
      page.wallet.ownCommands["getBalance"] = .withoutApproval { request in
        asked.append(request)
        return request.command.data.map { ["of": $0] }
      }
      let told = try await page.call("getBalance", "{ protocol: 'BCH' }")
      XCTAssertEqual(told, "{\"of\":{\"protocol\":\"BCH\"}}")
      let bare = try await page.call("getBalance")
      XCTAssertEqual(bare, "undefined")
      XCTAssertEqual(asked.map(\.command.name), ["getBalance", "getBalance"])
      XCTAssertEqual(asked.map(\.command.data), [["protocol": "BCH"], nil])
      XCTAssertEqual(asked.map(\.origin), [LinkPage.origin, LinkPage.origin])
      XCTAssertEqual(page.wallet.calls, [])
    }
  }

  func testThePromptShowsAllDataOfTheCommand() async throws {
    try await onSurfaces { page in
      var performed: [OwnCommand] = []
      page.wallet.ownCommands["sweep"] = .afterApproval { approved in
        performed.append(approved.command)
        return ["txid": "s-1"]
      }
      let told = try await page.call("sweep", "{ to: 'b\\u202Ea', value: 0.1 }")
      XCTAssertEqual(told, "{\"txid\":\"s-1\"}")
      let prompt = try XCTUnwrap(page.wallet.prompts.first)
      XCTAssertEqual(prompt.kind, .ownCommand)
      XCTAssertEqual(prompt.origin, LinkPage.origin)
      XCTAssertEqual(prompt.rows.map(\.label), ["command", "data"])
      XCTAssertEqual(prompt.rows.map(\.value), ["sweep", "{\"to\":\"b⟨U+202E⟩a\",\"value\":0.1}"])
      XCTAssertEqual(performed.map(\.name), ["sweep"])
      XCTAssertEqual(performed.map(\.data), [["to": "b\u{202E}a", "value": 0.1]])
    }
  }

  func testARefusedCommandIsNotPerformed() async throws {
    try await onSurfaces { page in
      page.wallet.ownCommands["sweep"] = .afterApproval { _ in
        XCTFail("The command was performed without approval")
        return nil
      }
      page.wallet.decision = { false }
      let told = try await page.call("sweep", "{}")
      XCTAssertTrue(told.contains("CANCELED"), told)
      XCTAssertEqual(page.wallet.calls, ["approve"])
    }
  }

  func testACommandOfTheProtocolCannotBeReplaced() async throws {
    try await onSurfaces { page in
      for (command, _) in Valid.guarded {
        page.wallet.ownCommands[command] = .withoutApproval { _ in
          XCTFail("\(command) was performed without approval")
          return nil
        }
      }
      for (command, data) in Valid.guarded {
        page.wallet.calls = []
        _ = try await page.call(command, data)
        XCTAssertEqual(page.wallet.calls, ["approve", command])
      }
    }
  }

  func testThePageGetsTheTextOfALinkErrorOnly() async throws {
    try await onSurfaces { page in
      page.wallet.ownCommands["first"] = .withoutApproval { _ in throw LinkError(.sendError, "No route.") }
      page.wallet.ownCommands["second"] = .withoutApproval { _ in throw PrivateError() }
      let first = try await page.call("first")
      XCTAssertEqual(first, "rejected {\"type\":\"SEND_ERROR\",\"description\":\"No route.\"}")
      let second = try await page.call("second")
      XCTAssertTrue(second.contains("PROTOCOL_ERROR") && !second.contains(TestWallet.secret), second)
    }
  }

  func testAFrameOfAnotherOriginIsNotServed() async throws {
    let foreign: [SubFrame] = [.crossOrigin, .data, .sandboxed]
    try await onSurfaces(with: foreign) { page in
      page.wallet.ownCommands["getBalance"] = .withoutApproval { _ in
        XCTFail("A foreign frame was served")
        return 1
      }
      for frame in foreign {
        let told = try await page.call("getBalance", in: frame)
        XCTAssertTrue(told.contains("CONNECTION_DENIED"), "\(frame): \(told)")
      }
    }
  }

  func testObserversDoNotSeeTheValuesOfTheCommand() async throws {
    try await onSurfaces { page in
      page.wallet.ownCommands["export"] = .withoutApproval { _ in ["words": .string(TestWallet.secret)] }
      _ = try await page.call("export", "{ pin: '\(TestWallet.secret)' }")
      let observed = page.observations.map { "\($0.json)" }.joined()
      XCTAssertTrue(observed.contains("export"))
      XCTAssertFalse(observed.contains(TestWallet.secret), observed)
    }
  }
}
