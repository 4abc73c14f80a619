import Causeway
import WebTestSupport
import XCTest

@testable import OnsideKit

/// Pages that post messages to the app themselves, without the bridge's own script.
@MainActor final class DirectPostTests: XCTestCase {
  /// Opens a page in which the bridge's own script sends nothing (see `OnsidePage.silencedRuntime`).
  private func page() async throws -> OnsidePage {
    try await OnsidePage.opened(isInitialized: false, before: OnsidePage.silencedRuntime)
  }

  /// Posts lines in place of the bridge's own script, and returns the lines of the app's reply.
  private func post(_ lines: [String], _ page: OnsidePage) async throws -> [String] {
    let told = try await page.browser.webView.callAsyncJavaScript(
      """
      const { causeway } = webkit.messageHandlers;
      const reply = causeway.postMessage(entry);
      void causeway.postMessage(entry.slice(0, 32) + lines.join("\\n"));
      return await reply;
      """, arguments: ["lines": lines], contentWorld: .page)
    return (told as? String ?? "").split(separator: "\n").dropFirst().map(String.init)
  }

  func testNothingIsServedBeforeInitialization() async throws {
    let page = try await page()
    let lines = OnsideContract.Method.allCases.filter { $0.isPromise && $0 != .initializeOnside }.enumerated().map {
      #"r onside \#($0.offset + 1) {"method":"\#($0.element.rawValue)"}"#
    }
    let told = try await post(
      lines + [#"m onside {"method":"setAppearance","argument":"dark"}"#, #"m onside {"method":"logout"}"#], page)
    XCTAssertEqual(told, lines.indices.map { #"f \#($0 + 1) {"code":"notInitialized"}"# })
    XCTAssertEqual(page.app.client.appearance.themeMode, .auto)
  }

  func testInvalidMessagesAreRefusedAndTheNextMessageIsServed() async throws {
    let page = try await page()
    let bodies = [
      "", "null", "7", "[]", "{}", #"{"method":7}"#, #"{"method":"noSuch"}"#, #"{"method":"__proto__"}"#, "!cycle", "{",
      #"{"method":"constructor","argument":{}}"#,
    ]
    var lines = bodies.enumerated().map { "r onside \($0.offset + 2) \($0.element)" }
    lines.insert(#"r onside 1 {"method":"initializeOnside","argument":"v1"}"#, at: 0)
    lines.append(#"r onside 100 {"method":"getTransactions"}"#)
    let told = try await post(lines, page)
    XCTAssertEqual(
      told,
      ["s 1 "] + bodies.indices.map { #"f \#($0 + 2) {"code":"invalidArguments"}"# } + ["s 100 []"])
  }

  func testInvalidReportsOfHandlersHaveNoEffect() async throws {
    let page = try await page()
    let reports = [
      "null", "7", "{}", #"{"changes":"x","names":[]}"#, #"{"changes":1e308,"names":7}"#,
      #"{"changes":-5,"names":["x"]}"#,
      #"{"changes":1,"names":[7,null,"onStorefrontChanged","noSuch"]}"#,
    ]
    let told = try await post(
      [#"r onside 1 {"method":"initializeOnside","argument":"v1"}"#]
        + reports.map { #"m onside {"handlers":\#($0)}"# } + [#"r onside 2 {"method":"getTransactions"}"#], page)
    XCTAssertEqual(told, ["s 1 ", "s 2 []"])
  }

  /// Posts answers to questions that the app did not ask, and a false report of missed events.
  func testAnswersWithoutAQuestionHaveNoEffect() async throws {
    let page = try await page()
    let told = try await post(
      [#"r onside 1 {"method":"initializeOnside","argument":"v1"}"#, "a 1 false", #"a 2 {"missed":[0]}"#, "e 3 x"]
        + [#"r onside 2 {"method":"getTransactions"}"#], page)
    XCTAssertEqual(told, ["s 1 ", "s 2 []"])
  }

  func testEachCallOfAFloodIsAnswered() async throws {
    let page = try await OnsidePage.opened()
    let told = try await page.run(
      """
      const all = [];
      for (let number = 0; number < 5000; number += 1) {
        onside.onStorefrontChanged = number % 2 ? () => {} : null;
        onside.setAppearance(number % 2 ? "dark" : "light");
        all.push(onside.getTransactions().then((list) => list.length));
      }
      return (await Promise.all(all)).every((length) => length === 0);
      """)
    XCTAssertEqual(told, "true")
    XCTAssertEqual(page.app.client.appearance.themeMode, .dark)
  }

  func testAPageCannotFloodTheLog() async throws {
    let page = try await OnsidePage.opened()
    for _ in 0..<2 {
      let before = page.app.log.count
      try await page.run(
        "for (let n = 0; n < 500; n++) { onside.setAppearance(n); onside.trackEvent({}); } return onside.getTransactions()"
      )
      XCTAssertEqual(page.app.log.count, before + PageLog.limit + 1)
      XCTAssertEqual(page.app.log.last, "This page makes further mistakes, which are not logged.")
      try await page.load()
    }
  }
}
