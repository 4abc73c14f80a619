import Causeway
import WebKit
import WebTestSupport
import XCTest

/// Pages whose conversation begins again, because the app has forgotten the document. The transport is a script of the
/// test, because on Linux WebKit has no page cache from which a document could return.
@MainActor final class RestartTests: XCTestCase {
  /// Keeps the page's packets in `window.sent`, and the functions of the page runtime in `window.runtime`.
  private static let transport = """
    function testTransport() {
      return (runtime) => {
        window.runtime = runtime;
        window.sent = [];
        return { send: (packet) => void window.sent.push(packet) };
      };
    }
    """

  private func open() async throws -> Browser {
    let bridge = Bridge()
    bridge.install(CausewayDialect([]))
    let transport = PageScript(Array(Self.transport.utf8), function: "testTransport", takesRuntime: false)
    let script = bridge.documentScript(transport: transport)
    let browser = Browser {
      $0.userContentController.addUserScript(
        WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
    }
    try await browser.open("<body>")
    return browser
  }

  func testProgressOfEarlierCallsDoesNotReachTheCallsOfTheNextConversation() async throws {
    let browser = try await open()
    let sent = try await browser.text(
      """
      const turn = () => new Promise((resolve) => setTimeout(resolve));
      const reports = [];
      causeway.handle("work", (isShort, { report }) => {
        reports.push(report);
        return isShort ? undefined : new Promise(() => {});
      });
      const call = (number, isShort) => `q causeway ${number} {"name":"work","parameters":${isShort}}`;
      runtime.receive("1\\n" + call(1, true) + "\\n" + call(2, false));
      await turn();
      runtime.restart("The page was left.");
      runtime.receive("1\\n" + call(1, false) + "\\n" + call(2, false));
      window.sent = [];
      reports.forEach((report, index) => report(index));
      // Later lines are sent in a task of their own.
      while (!sent.join("").includes("p 2 3")) await turn();
      return sent.join("");
      """)
    XCTAssertEqual(sent, "p 1 2\np 2 3\n")
  }
}
