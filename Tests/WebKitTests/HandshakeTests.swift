@testable import WebKit
import WebTestSupport
import XCTest

/// The engine may run the agent and the bootstraps in any order. Each of these tests chooses an order, and a page
/// imitates the engine's message handlers.
@MainActor final class HandshakeTests: XCTestCase {
  private let engine = """
    var posted = [], told = [];
    const prototype = { postMessage(text) { posted.push(text); return Promise.resolve(); } };
    window.webkit = { messageHandlers: {
      webkitgtkFrame: Object.create(prototype), app: Object.create(prototype),
      webkitgtkAgent: { postMessage(text) { told.push(JSON.parse(text)); return Promise.resolve(); } },
    } };
    """

  /// Runs scripts in an empty page. Returns the posted messages and the tokens that the agent reported.
  private func run(_ scripts: [String]) async throws -> (posted: [String], tokens: [String]) {
    let browser = Browser()
    try await browser.open("<head></head><body>")
    for script in [engine] + scripts { try await browser.webView.evaluateJavaScript(script + "\n1") }
    let posted = try await browser.webView.evaluateJavaScript("posted") as? [String]
    let tokens = try await browser.webView.evaluateJavaScript("told.flatMap((n) => Object.values(n.tokens ?? {}))")
    return (try XCTUnwrap(posted), try XCTUnwrap(tokens as? [String]))
  }

  private let agent = PageSource.agent(worlds: [.page], isShared: false)
  private let bootstrap = PageSource.bootstrap(world: .page)
  private let post = "webkit.messageHandlers.app.postMessage('x');"

  func testAMessageArrivesIfTheAgentRunsFirst() async throws {
    let (posted, tokens) = try await run([agent, bootstrap, post])
    XCTAssertEqual(tokens.count, 1)
    XCTAssertEqual(posted, [tokens[0] + "p", tokens[0] + "sx"])
  }

  func testAMessageArrivesIfTheBootstrapRunsFirst() async throws {
    let (posted, tokens) = try await run([bootstrap, agent, post])
    XCTAssertEqual(tokens.count, 1)
    XCTAssertEqual(posted, [tokens[0] + "p", tokens[0] + "sx"])
  }

  func testAMessageThatIsPostedBeforeTheAgentRunsArrives() async throws {
    let (posted, tokens) = try await run([bootstrap, post, agent])
    XCTAssertEqual(tokens.count, 1)
    XCTAssertEqual(posted, [tokens[0] + "p", tokens[0] + "sx"])
  }

  func testScriptsThatRunAgainAfterDocumentOpenCreateNoSecondToken() async throws {
    let (posted, tokens) = try await run([agent, bootstrap, bootstrap, agent, post])
    XCTAssertEqual(tokens.count, 1)
    XCTAssertEqual(posted, [tokens[0] + "p", tokens[0] + "sx"])
  }

  func testAnUnexpectedWorldGetsNoToken() async throws {
    let (posted, tokens) = try await run([PageSource.agent(worlds: [], isShared: false), bootstrap, post])
    XCTAssertEqual(tokens, [])
    XCTAssertEqual(posted, [])
  }

  func testATokenOfTheAppIsUsed() async throws {
    let token = FrameToken.makeDigits()
    let (posted, _) = try await run([PageSource.bootstrap(world: .page, token: token), post])
    XCTAssertEqual(posted, [token + "p", token + "sx"])
  }
}
