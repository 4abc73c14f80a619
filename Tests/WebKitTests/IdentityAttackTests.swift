import WebKit
import WebTestSupport
import XCTest

/// Pages that try to send messages under another page's identity, or to disturb other pages.
@MainActor final class IdentityAttackTests: XCTestCase {
  private let recorder = MessageRecorder()
  private let world = WKContentWorld.world(name: "tests")

  private func browser() -> Browser {
    Browser { $0.userContentController.add(self.recorder, name: "app") }
  }

  /// Returns the outcome of a message: `taken`, or `refused` if the promise was rejected.
  private func outcome(of script: String, in browser: Browser) async throws -> String? {
    try await browser.run(
      "try { await (async () => { \(script) })(); return 'taken'; } catch (error) { return 'refused'; }") as? String
  }

  func testTamperedBuiltInsAndDocumentOpenDoNotChangeTheIdentity() async throws {
    let browser = browser()
    try await browser.open("<body>")
    // An asynchronous function is not possible here, because the engine's calls of such functions depend on the
    // built-ins that this test replaces.
    try await browser.webView.evaluateJavaScript(
      """
      const nothing = () => { throw new Error("tampered"); };
      Reflect.apply = Reflect.construct = JSON.stringify = JSON.parse = nothing;
      Function.prototype.call = Function.prototype.apply = Promise.prototype.then = nothing;
      Object.defineProperty(Array.prototype, Symbol.iterator, { value: nothing });
      String.prototype.slice = String.prototype.startsWith = crypto.getRandomValues = nothing;
      EventTarget.prototype.dispatchEvent = EventTarget.prototype.addEventListener = nothing;
      Object.prototype.toJSON = nothing;
      document.open(); document.write("<p>"); document.close();
      webkit.messageHandlers.app.postMessage({ a: [1, { b: "x" }] });
      1
      """)
    let message = try await recorder.messages.next()
    XCTAssertEqual(message.frameInfo.summary, "main test://page.example")
    let list = (message.body as? [String: Any])?["a"] as? [Any]
    XCTAssertEqual(list?.first as? Int, 1)
    XCTAssertEqual(list?.last as? [String: String], ["b": "x"])
  }

  func testAPageGetsNoTokenFromTheAgent() async throws {
    let browser = Browser {
      $0.userContentController.add(self.recorder, name: "app")
      $0.userContentController.add(self.recorder, contentWorld: self.world, name: "app")
    }
    try await browser.open(
      """
      <head><script>
      var heard = 0;
      document.addEventListener("webkitgtk-frame:token", () => heard++);
      for (const label of ["", "client", "named:tests", "named:other"]) {
        const ask = () => document.dispatchEvent(
          new CustomEvent("webkitgtk-frame:ask", { detail: "0".repeat(32) + " " + label }));
        ask();
      }
      </script><body>
      """)
    let heard = try await browser.run("return heard") as? Int
    XCTAssertEqual(heard, 0)
  }

  func testTheModulesOwnHandlerRefusesMessagesOfPages() async throws {
    let browser = browser()
    try await browser.open("<body>")
    for message in ["'p'", "'r1 u'", "{}", "undefined"] {
      let refused = try await outcome(
        of: "await webkit.messageHandlers.webkitgtkFrame.postMessage(\(message))", in: browser)
      XCTAssertEqual(refused, "refused", message)
    }
    let agent = try await browser.run("return typeof webkit.messageHandlers.webkitgtkAgent") as? String
    XCTAssertEqual(agent, "undefined")
  }

  func testAParentThatTampersWithAFramesFirstRealmCanSendOnlyAsThatFrame() async throws {
    let browser = browser()
    browser.site["test://page.example/frame"] = "<body>"
    try await browser.open("<body>")
    let isLoaded =
      try await browser.run(
        """
        const frame = document.createElement("iframe");
        frame.src = "/frame";
        document.body.append(frame);
        const stolen = [];
        const inner = frame.contentWindow;
        const { apply } = inner.Reflect;
        inner.Reflect.apply = (target, self, list) => { stolen.push(list[0]); return apply(target, self, list); };
        await new Promise((resolve) => frame.addEventListener("load", resolve));
        await inner.webkit.messageHandlers.app.postMessage("child");
        const empty = document.createElement("iframe");
        empty.src = "/frame";
        document.body.append(empty);
        const raw = empty.contentWindow.webkit.messageHandlers.app;
        for (const text of stolen) {
          if (typeof text === "string") await raw.postMessage(text.slice(0, 32) + "sforged").catch(() => {});
        }
        return true;
        """) as? Bool
    XCTAssertEqual(isLoaded, true)
    var summaries: Set<String> = []
    while !recorder.messages.isEmpty { summaries.insert(try await recorder.messages.next().frameInfo.summary) }
    XCTAssertEqual(summaries, ["sub test://page.example"])
  }

  func testAFrameThatSpoilsPropertyDescriptorsStillRunsTheAppsScripts() async throws {
    let browser = browser()
    browser.site["test://other.example/"] = """
      <script>
      Object.prototype.get = Object.prototype.set = Promise.prototype.then = () => { throw new Error("tampered"); };
      webkit.messageHandlers.app.postMessage("here");
      </script>
      """
    try await browser.open("<iframe src='test://other.example/'></iframe>")
    let frame = try await recorder.messages.next().frameInfo
    for number in 0..<3 {
      let sum = try await within("the sum") { [number] in
        try await browser.webView.evaluateJavaScript("1 + \(number)", in: frame, contentWorld: .page) as? Int
      }
      XCTAssertEqual(sum, 1 + number)
    }
  }

  func testNestedBlobAndScriptFramesAreSubframes() async throws {
    let browser = browser()
    let post = "<script>webkit.messageHandlers.app.postMessage('here')</script>"
    browser.site["test://inner.example/"] = post
    browser.site["test://outer.example/"] = "<iframe src='test://inner.example/'></iframe>"
    try await browser.open("<body>")
    try await browser.run("document.body.innerHTML = \"<iframe src='test://outer.example/'></iframe>\"")
    let nested = try await recorder.messages.next().frameInfo.summary
    XCTAssertEqual(nested, "sub test://inner.example")
    try await browser.run(
      "const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob([post], { type: 'text/html' })); document.body.append(f);",
      ["post": post])
    let blob = try await recorder.messages.next().frameInfo.summary
    XCTAssertEqual(blob, "sub test://page.example")
    try await browser.run(
      "const f = document.createElement('iframe'); f.src = 'javascript:' + JSON.stringify(post); document.body.append(f);",
      ["post": post])
    let script = try await recorder.messages.next().frameInfo.summary
    XCTAssertEqual(script, "sub test://page.example")
  }

  func testAMainFrameWithoutABaseURLHasAnOpaqueOrigin() async throws {
    let browser = browser()
    browser.webView.loadHTMLString("<script>webkit.messageHandlers.app.postMessage('here')</script>", baseURL: nil)
    let summary = try await recorder.messages.next().frameInfo.summary
    XCTAssertEqual(summary, "main opaque")
  }

  func testAFileHasTheProtocolFileAndNoHost() async throws {
    let browser = browser()
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).html")
    try Data("<script>webkit.messageHandlers.app.postMessage('here')</script>".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    browser.webView.loadFileURL(file, allowingReadAccessTo: file)
    let frame = try await recorder.messages.next().frameInfo
    XCTAssertTrue(frame.isMainFrame)
    XCTAssertEqual(frame.securityOrigin.protocol, "file")
    XCTAssertEqual(frame.securityOrigin.host, "")
  }

  func testAPortIsPartOfTheOrigin() async throws {
    let browser = browser()
    browser.webView.loadHTMLString(
      "<script>webkit.messageHandlers.app.postMessage('here')</script>", baseURL: URL(string: "https://a.example:8443/")
    )
    let summary = try await recorder.messages.next().frameInfo.summary
    XCTAssertEqual(summary, "main https://a.example:8443")
  }
}
