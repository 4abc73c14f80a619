import TodayWebViewBridge
import WebKit
import WebTestSupport
import XCTest

/// The shim as an Android app injects it, over raw channels that the test provides. The page has no page runtime.
@MainActor final class AndroidShimTests: XCTestCase {
  private enum Raw: String, CaseIterable {
    case port
    case interface
  }

  /// Returns a script with a raw channel. The channel stores sent texts in `sent`, and `answer(text)` delivers an
  /// answer.
  private func channel(_ raw: Raw) -> String {
    switch raw {
    case .port:
      """
      window.sent = [];
      window.todayWebViewBridgeNative = new (class extends EventTarget {
        postMessage(text) { sent.push(text); }
      })();
      window.answer = (text) => todayWebViewBridgeNative.dispatchEvent(new MessageEvent("message", { data: text }));
      """
    case .interface:
      """
      window.sent = [];
      window.todayWebViewBridgeNative = { postMessage(text) { sent.push(text); } };
      window.answer = (text) => window.todayWebViewBridgeReceive(text);
      """
    }
  }

  /// Runs a script in a page with each raw channel, and compares its result.
  ///
  /// - Parameter earlier: a script of the page that runs before the shim, as on Android, where the app injects the shim
  ///   into a page that has begun.
  private func onEachChannel(
    after earlier: String = "", _ script: String, _ expected: String, line: UInt = #line
  ) async throws {
    for raw in Raw.allCases {
      let browser = Browser {
        $0.userContentController.addUserScript(
          WKUserScript(
            source: channel(raw) + earlier + TodayWebViewBridge.androidShim, injectionTime: .atDocumentStart,
            forMainFrameOnly: true,
            in: .page))
      }
      try await browser.open("<body>")
      let told = try await browser.text(script)
      XCTAssertEqual(told, expected, "\(raw)", line: line)
    }
  }

  func testAMessageIsSentAsTextWithAnId() async throws {
    try await onEachChannel(
      """
      todayWebViewBridge.postMessage({ type: "track", ename: "e", parameters: { n: 1 } });
      todayWebViewBridge.postMessage({ type: "headers", id: "mine" });
      const [first, second] = sent.map((text) => JSON.parse(text));
      return [typeof sent[0], first.type, first.ename, first.parameters.n, second.type, first.id !== second.id, second.id !== "mine"].join();
      """, "string,track,e,1,headers,true,true")
  }

  /// A regression test. The shim set the prototype of every enumerable member to null, including members that the page
  /// had added to `Object.prototype`. That changed the page's objects, and threw a TypeError for a string.
  func testTheShimDoesNotChangeMembersThatThePageAddedToObjectPrototype() async throws {
    try await onEachChannel(
      after: "Object.prototype.version = '1'; Object.prototype.extend = function () {};\n",
      """
      const { extend } = Object.prototype;
      return [typeof todayWebViewBridge.postMessage, extend.call === Function.prototype.call].join();
      """, "function,true")
  }

  func testAResultResolvesAndAnErrorRejects() async throws {
    try await onEachChannel(
      """
      const answers = ["a", "b", "c"].map((type) => todayWebViewBridge.postMessage({ type }));
      const [a, b, c] = sent.map((text) => JSON.parse(text).id);
      answer(JSON.stringify({ id: c }));
      answer(JSON.stringify({ id: b, error: "signed out" }));
      answer(JSON.stringify({ id: a, result: { ok: true } }));
      const ends = await Promise.allSettled(answers);
      return JSON.stringify([ends[0].value, ends[1].reason instanceof Error, ends[1].reason.message, ends[2].status, ends[2].value === undefined]);
      """, "[{\"ok\":true},true,\"signed out\",\"fulfilled\",true]")
  }

  func testUnknownAndRepeatedAnswersHaveNoEffect() async throws {
    try await onEachChannel(
      """
      const once = todayWebViewBridge.postMessage({ type: "a" });
      const { id } = JSON.parse(sent[0]);
      for (const other of [999, null, "x", "__proto__"]) answer(JSON.stringify({ id: other, result: "wrong" }));
      answer(JSON.stringify({ id, result: "first" }));
      answer(JSON.stringify({ id, error: "second" }));
      return await once;
      """, "first")
  }

  func testValuesThatAreNotJSONAreSentAsMessagesWithoutAType() async throws {
    try await onEachChannel(
      """
      const cyclic = { type: "headers" };
      cyclic.cyclic = cyclic;
      for (const message of [cyclic, { type: "headers", n: 1n }, null, undefined, 5, () => 1]) todayWebViewBridge.postMessage(message);
      return sent.map((text) => JSON.stringify(Object.keys(JSON.parse(text)))).join();
      """, Array(repeating: "[\"id\"]", count: 6).joined(separator: ","))
  }

  func testWithoutARawChannelThereIsNoGlobalObject() async throws {
    let browser = Browser {
      $0.userContentController.addUserScript(
        WKUserScript(
          source: TodayWebViewBridge.androidShim, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
    }
    try await browser.open("<body>")
    let told = try await browser.text("return typeof window.todayWebViewBridge")
    XCTAssertEqual(told, "undefined")
  }
}
