import TodayWebViewBridge
import WebKit
import WebTestSupport
import XCTest

/// The channel on Windows, over both transports between page and app in WebView2.
@MainActor final class WindowsShimTests: XCTestCase {
  private let surfaces = [TodaySurface.windows(.messages), .windows(.hostObject)]
  /// A replacement for the messages of `chrome.webview`. `answer` makes an answer as the app does: it returns all
  /// members beside the message unchanged.
  private let messages = """
    const webview = new (class extends EventTarget { postMessage(text) { sent.push(text); } })();
    window.chrome = { webview };
    window.sent = [];
    window.post = (data) => webview.dispatchEvent(new MessageEvent("message", { data }));
    window.answer = (text, result) => {
      const envelope = JSON.parse(text);
      return { ...envelope, todayWebViewBridge: { id: envelope.todayWebViewBridge.id, result } };
    };
    """

  func testTheChannelOnWindowsIsAGlobalObjectBesideChromeWebview() async throws {
    try await onSurfaces(surfaces) { surface in
      let page = TodayPage(surface)
      try await page.browser.open("<body>")
      let told = try await page.browser.text(
        "return [typeof window.todayWebViewBridge.postMessage, typeof window.chrome.webview].join()")
      XCTAssertEqual(told, "function,object")
    }
  }

  func testOtherMessagesOfTheAppDoNotSettleRequests() async throws {
    let page = TodayPage(.windows(.messages))
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      """
      const own = todayWebViewBridge.postMessage({ type: "headers" });
      const others = [
        "text", "{", "null", 7, null, [1], { id: 1, result: "wrong" }, JSON.stringify({ id: 1, result: "wrong" }),
        JSON.stringify({ other: { id: 1, result: "wrong" } }), { todayWebViewBridge: 1 }, { todayWebViewBridge: null },
      ];
      for (const data of others) chrome.webview.dispatchEvent(new MessageEvent("message", { data }));
      return JSON.stringify(await own);
      """)
    XCTAssertEqual(told, "{\"X-Session\":\"\(TestApp.headerValue)\"}")
  }

  func testAnAnswerMayBeAnObjectOrText() async throws {
    let browser = try await standIn(messages, .messages)
    let told = try await browser.text(
      """
      const answers = ["a", "b"].map((type) => todayWebViewBridge.postMessage({ type }));
      const [a, b] = sent.map((text) => JSON.parse(text).todayWebViewBridge);
      post(answer(sent[1], "object"));
      post(JSON.stringify(answer(sent[0], "text")));
      return [a.type, b.type, ...await Promise.all(answers)].join();
      """)
    XCTAssertEqual(told, "a,b,text,object")
  }

  /// WebView2 posts an answer to the document that is current at that time, and request ids begin again in each
  /// document.
  func testAnAnswerToAnotherDocumentDoesNotSettleARequest() async throws {
    let browser = try await standIn(messages, .messages)
    let left = try await browser.text(
      "void todayWebViewBridge.postMessage({ type: \"headers\" }); return sent[0];")
    try await browser.open("<body>")
    let told = try await browser.text(
      """
      const left = '\(left)';
      const own = todayWebViewBridge.postMessage({ type: "refreshToken" });
      post(answer(left, "left"));
      post({ todayWebViewBridge: { id: 1, result: "nameless" } });
      post(answer(sent[0], "own"));
      return [...[left, sent[0]].map((text) => JSON.parse(text).todayWebViewBridge.id), await own].join();
      """)
    XCTAssertEqual(told, "1,1,own")
  }

  func testAFailingHostObjectRejectsOnlyRefreshToken() async throws {
    let browser = try await standIn(
      """
      const Handle = async (json) => {
        if (JSON.parse(json).type === "unreadable") return "{";
        throw new Error("signed out");
      };
      window.chrome = { webview: { hostObjects: { todayWebViewBridge: { Handle } } } };
      """, .hostObject)
    let told = try await browser.text(
      """
      const types = ["track", "headers", "establishSession", "later", "unreadable", "refreshToken"];
      const ends = await Promise.allSettled(types.map((type) => todayWebViewBridge.postMessage({ type })));
      return JSON.stringify(ends.map(({ value, reason }) => reason ? [String(reason)] : value ?? "undefined"));
      """)
    XCTAssertEqual(
      told, #"["undefined",{},{"ok":false},"undefined","undefined",["Error: signed out"]]"#)
  }

  func testASubframeGetsAnswersEvenIfTheAppDoesNotListenToIt() async throws {
    for transport in [TodaySurface.WindowsTransport.messages, .hostObject] {
      let browser = try await standIn(
        """
        window.sent = [];
        const wait = (text) => { sent.push(text); return new Promise(() => {}); };
        const webview = new EventTarget();
        Object.assign(webview, { postMessage: wait, hostObjects: { todayWebViewBridge: { Handle: wait } } });
        window.chrome = { webview };
        """, transport)
      let told = try await browser.text(
        """
        const frame = document.body.appendChild(document.createElement("iframe"));
        frame.srcdoc = "<body>";
        await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
        const inner = frame.contentWindow;
        const types = ["headers", "refreshToken", "establishSession", "later", "track"];
        const ends = await Promise.all(types.map((type) => inner.todayWebViewBridge.postMessage({ type })));
        return [ends.every((end) => end === undefined), inner.sent.length, /track/.test(inner.sent[0])].join();
        """)
      XCTAssertEqual(told, "true,1,true", "\(transport)")
    }
  }

  /// Returns a page with the shim over a `chrome.webview` that the test provides. The page has no page runtime.
  private func standIn(_ script: String, _ transport: TodaySurface.WindowsTransport) async throws -> Browser {
    let browser = Browser {
      $0.userContentController.addUserScript(
        WKUserScript(
          source: "{\(script)}" + TodayWebViewBridge.windowsShim(transport), injectionTime: .atDocumentStart,
          forMainFrameOnly: false, in: .page))
    }
    try await browser.open("<body>")
    return browser
  }

  func testWithoutChromeWebviewThereIsNoGlobalObject() async throws {
    let browser = try await standIn("", .messages)
    let told = try await browser.text("return typeof window.todayWebViewBridge")
    XCTAssertEqual(told, "undefined")
  }
}
