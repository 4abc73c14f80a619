import BitcoinLink
import Causeway
import WebTestSupport
import XCTest

/// The project's own rules for frames, where the protocol has none (docs/link-rules.md): the frames that are served,
/// the frame that gets the answer, and the origin that is shown.
@MainActor final class FrameTests: XCTestCase {
  private let foreign: [SubFrame] = [.crossOrigin, .data, .sandboxed]

  func testTheMainFrameAndSameOriginSubFramesAreServed() async throws {
    try await onSurfaces(with: SubFrame.allCases) { page in
      let main = try await page.call("getInfo")
      XCTAssertTrue(main.contains("version"), main)
      let sub = try await page.call("getInfo", in: .sameOrigin)
      XCTAssertTrue(sub.contains("version"), sub)
    }
  }

  func testOtherFramesGetConnectionDenied() async throws {
    try await onSurfaces(with: SubFrame.allCases) { page in
      for frame in foreign {
        for command in LinkCommand.allCases.map(\.rawValue) {
          let told = try await page.call(command, Valid.send, in: frame)
          XCTAssertTrue(told.hasPrefix("rejected {\"type\":\"CONNECTION_DENIED\""), "\(frame) \(command): \(told)")
        }
      }
      XCTAssertEqual(page.wallet.calls, [])
    }
  }

  /// Other frames must not learn which commands exist, or why a message cannot be read.
  func testOtherFramesGetConnectionDeniedForAnyMessage() async throws {
    try await onSurfaces(with: SubFrame.allCases) { page in
      page.wallet.ownCommands = ["own": .withoutApproval { _ in "secret" }]
      for frame in foreign {
        for command in ["own", "conformanceUnknown", ""] {
          let told = try await page.call(command, in: frame)
          XCTAssertTrue(told.hasPrefix("rejected {\"type\":\"CONNECTION_DENIED\""), "\(frame) \(command): \(told)")
        }
        let told = try await page.raw("{ messageId: 'm', command: 'getInfo', data: 10n }", in: frame)
        XCTAssertTrue(told.contains("\"messageId\":\"m\"") && !told.contains("MALFORMED"), "\(frame): \(told)")
      }
      XCTAssertEqual(page.wallet.lookups, [])
    }
  }

  func testTheAppsPolicyDecidesWhichFramesAreServed() async throws {
    try await onSurfaces(with: [.crossOrigin, .sameOrigin], .init(policy: .mainFrame)) { page in
      for frame in [SubFrame.crossOrigin, .sameOrigin] {
        let told = try await page.call("getInfo", in: frame)
        XCTAssertTrue(told.contains("CONNECTION_DENIED"), told)
      }
    }
    try await onSurfaces(with: [.crossOrigin], .init(policy: .everyone)) { page in
      let told = try await page.call("getInfo", in: .crossOrigin)
      XCTAssertTrue(told.contains("version"), told)
    }
    let elsewhere = Policy(frames: .any, origins: .only([Origin(scheme: "test", host: "other.example")]))
    try await onSurfaces(with: [.crossOrigin], .init(policy: elsewhere)) { page in
      let main = try await page.call("getInfo")
      XCTAssertTrue(main.contains("CONNECTION_DENIED"), main)
      let sub = try await page.call("getInfo", in: .crossOrigin)
      XCTAssertTrue(sub.contains("version"), sub)
    }
  }

  func testThePromptShowsTheOriginOfTheFrame() async throws {
    try await onSurfaces(with: SubFrame.allCases, .init(policy: .everyone)) { page in
      _ = try await page.call("sendAssets", Valid.send)
      XCTAssertEqual(page.wallet.prompts.last?.origin, LinkPage.origin)
      XCTAssertEqual(page.wallet.prompts.last?.isMainFrame, true)
      _ = try await page.call("sendAssets", Valid.send, in: .crossOrigin)
      XCTAssertEqual(page.wallet.prompts.last?.origin, Origin(scheme: "test", host: "other.example"))
      XCTAssertEqual(page.wallet.prompts.last?.isMainFrame, false)
      for frame in [SubFrame.data, .sandboxed] {
        _ = try await page.call("sendAssets", Valid.send, in: frame)
        XCTAssertEqual(page.wallet.prompts.last?.origin, .opaque, "\(frame)")
        XCTAssertEqual(page.wallet.prompts.last?.warnings, [.unknownOrigin], "\(frame)")
      }
    }
  }

  /// Two frames may use the same id. Each frame gets its own answer.
  func testTheAnswerGoesToTheFrameOfTheRequest() async throws {
    try await onSurfaces(with: [.sameOrigin]) { page in
      let gate = Gate()
      page.wallet.addressWork = { request in
        if request.isMainFrame { await gate.pass() }
        return .init(address: request.isMainFrame ? "main" : "sub")
      }
      let main = try await page.begin("getAddress", "{ protocol: 'BCH' }")
      let sub = try await page.call("getAddress", "{ protocol: 'BCH' }", in: .sameOrigin)
      XCTAssertEqual(sub, "{\"address\":\"sub\"}")
      gate.open()
      let told = try await main.value
      XCTAssertEqual(told, "{\"address\":\"main\"}")
      for frame in [nil, SubFrame.sameOrigin] {
        let replies = try await page.browser.text("return link.replies.length", in: frame)
        XCTAssertEqual(replies, "1")
      }
    }
  }
}
