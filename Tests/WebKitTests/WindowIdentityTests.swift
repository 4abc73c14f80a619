import WebKit
import WebTestSupport
import XCTest

/// The web view and the frame of a message, after a page has opened windows.
@MainActor final class WindowIdentityTests: XCTestCase {
  private let windows = Windows()
  private let recorder = MessageRecorder()

  /// Returns a page that posts its name, and runs each script that it gets as a message.
  private func page(_ name: String, _ rest: String = "") -> String {
    """
    <body>\(rest)<script>
    var post = (text) => webkit.messageHandlers.app.postMessage(text);
    post("\(name)");
    addEventListener("message", (event) => { if (typeof event.data === "string") eval(event.data); });
    </script>
    """
  }

  private func browser() -> Browser {
    let browser = Browser { $0.userContentController.add(self.recorder, name: "app") }
    browser.webView.uiDelegate = windows
    return browser
  }

  /// Returns the next message: its body, its web view (`opener`, or a window's number) and its frame.
  private func next(_ browser: Browser) async throws -> String {
    let message = try await recorder.messages.next()
    let number = windows.open.firstIndex { $0 === message.webView }
    let view = message.webView === browser.webView ? "opener" : number.map { "window \($0)" } ?? "nowhere"
    XCTAssertTrue(message.frameInfo.webView === message.webView)
    return "\(message.body) \(view) \(message.frameInfo.summary)"
  }

  private func next(_ count: Int, _ browser: Browser) async throws -> Set<String> {
    var all: Set<String> = []
    for _ in 0..<count { all.insert(try await next(browser)) }
    return all
  }

  func testEveryFrameOfBothWindowsIsKnown() async throws {
    let browser = browser()
    let site = browser.site
    for host in ["page", "other"] { site["test://\(host).example/frame"] = page("\(host) frame") }
    let frames = """
      <iframe src='test://page.example/frame'></iframe><iframe src='test://other.example/frame'></iframe>
      <iframe sandbox='allow-scripts' src='test://page.example/frame'></iframe>
      <iframe srcdoc='<script>webkit.messageHandlers.app.postMessage("srcdoc")</script>'></iframe>
      <iframe src='data:text/html,<script>webkit.messageHandlers.app.postMessage("data")</script>'></iframe>
      """
    func expected(_ view: String, _ host: String) -> Set<String> {
      [
        "page frame \(view) sub test://page.example", "other frame \(view) sub test://other.example",
        "page frame \(view) sub opaque", "srcdoc \(view) sub test://\(host).example", "data \(view) sub opaque",
      ]
    }
    site["test://page.example/window"] = page("window", frames)
    site["test://other.example/window"] = page("window", frames)
    try await browser.open(page("main", frames))
    let first = try await next(6, browser)
    XCTAssertEqual(first, expected("opener", "page").union(["main opener main test://page.example"]))
    for (number, host) in ["page", "other"].enumerated() {
      try await browser.run("window.w\(number) = window.open('test://\(host).example/window')")
      let window = try await next(6, browser)
      XCTAssertEqual(
        window,
        expected("window \(number)", host).union(["window window \(number) main test://\(host).example"]))
    }
    // Check the opener's earlier frames first, and then new frames of the opener.
    try await browser.run(
      "for (const f of [self, frames[0], frames[1], frames[2]]) f.postMessage('post(`again`)', '*')")
    let again = try await next(4, browser)
    XCTAssertEqual(
      again,
      [
        "again opener main test://page.example", "again opener sub test://page.example",
        "again opener sub test://other.example", "again opener sub opaque",
      ])
    try await browser.run("document.body.insertAdjacentHTML('beforeend', frames)", ["frames": frames])
    let added = try await next(5, browser)
    XCTAssertEqual(added, expected("opener", "page"))
    XCTAssertTrue(recorder.messages.isEmpty)
  }

  func testABlankWindowThatItsOpenerWritesIsIdentified() async throws {
    let browser = browser()
    try await browser.open("<body>")
    try await browser.run(
      """
      window.child = window.open("");
      child.document.write("<body><script>webkit.messageHandlers.app.postMessage('written')</scr" + "ipt>");
      child.document.close();
      """)
    let written = try await next(browser)
    XCTAssertEqual(written, "written window 0 main test://page.example")
    // A message that the opener posts with the window's function must be reported as the window's message.
    try await browser.run("child.webkit.messageHandlers.app.postMessage('called')")
    let called = try await next(browser)
    XCTAssertEqual(called, "called window 0 main test://page.example")
  }

  func testAMessageOfAWindowThatClosesAtOnceArrives() async throws {
    let browser = browser()
    browser.site["test://page.example/window"] =
      "<script>webkit.messageHandlers.app.postMessage('result'); close()</script>"
    try await browser.open("<body>")
    var kept: WKWebView?
    windows.make = { _, configuration, _ in
      kept = WKWebView(frame: .zero, configuration: configuration)
      return kept
    }
    try await browser.run("window.open('/window')")
    let message = try await recorder.messages.next()
    XCTAssertTrue(message.webView === kept)
    XCTAssertEqual(message.frameInfo.summary, "main test://page.example")
    try await eventually("the window is closed") { self.windows.closed == 1 }
  }

  func testAWindowThatItsOpenerNavigatesIsIdentified() async throws {
    let browser = browser()
    for host in ["page", "other"] { browser.site["test://\(host).example/window"] = page(host) }
    try await browser.open("<body>")
    try await browser.run("window.child = window.open('test://page.example/window', 'name')")
    let first = try await next(browser)
    XCTAssertEqual(first, "page window 0 main test://page.example")
    try await browser.run("child.location = 'test://other.example/window'")
    let second = try await next(browser)
    XCTAssertEqual(second, "other window 0 main test://other.example")
    try await browser.run("window.open('test://page.example/window', 'name')")
    let third = try await next(browser)
    XCTAssertEqual(third, "page window 0 main test://page.example")
    // The opener's document must still have its identity.
    try await browser.run("webkit.messageHandlers.app.postMessage('opener')")
    let opener = try await next(browser)
    XCTAssertEqual(opener, "opener opener main test://page.example")
  }

  func testAnOpenerThatItsWindowNavigatesIsIdentified() async throws {
    let browser = browser()
    browser.site["test://other.example/window"] = page("window")
    browser.site["test://other.example/next"] = page("next")
    try await browser.open("<body>")
    try await browser.run("window.open('test://other.example/window')")
    let first = try await next(browser)
    XCTAssertEqual(first, "window window 0 main test://other.example")
    try await windows.open[0].evaluateJavaScript("opener.location = 'test://other.example/next'; 1")
    let next = try await next(browser)
    XCTAssertEqual(next, "next opener main test://other.example")
    try await windows.open[0].evaluateJavaScript("post('still'); 1")
    let still = try await self.next(browser)
    XCTAssertEqual(still, "still window 0 main test://other.example")
  }

  /// Proofs are numbers that are valid once. A page that requests proof URLs, or the URLs in its list of resources,
  /// must not change the web view of any document.
  func testAPageCannotUseProofsOfOthers() async throws {
    let browser = browser()
    browser.site["test://other.example/window"] = page("window")
    try await browser.open(page("main"))
    try await browser.run("window.child = window.open('test://other.example/window')")
    let first = try await next(2, browser)
    XCTAssertEqual(first, ["main opener main test://page.example", "window window 0 main test://other.example"])
    let resources =
      try await windows.open[0].callAsyncJavaScript(
        """
        const urls = performance.getEntriesByType("resource").map((entry) => entry.name);
        for (const url of [...urls, "webkitgtk-view://proof/" + "0".repeat(32), "webkitgtk-view://proof/"]) {
          await fetch(url, { mode: "no-cors" }).catch(() => {});
        }
        return urls.length;
        """, contentWorld: .page) as? Int
    XCTAssertEqual(resources, 0)
    try await browser.run("post('a'); child.postMessage('post(`b`)', '*')")
    let second = try await next(2, browser)
    XCTAssertEqual(second, ["a opener main test://page.example", "b window 0 main test://other.example"])
  }

  /// While opener and window have one origin, the opener can change the window's realm before any script runs there.
  func testAnOpenerThatTampersWithAWindowsFirstRealmCanSendOnlyAsThatWindow() async throws {
    let browser = browser()
    browser.site["test://page.example/window"] = page("window")
    try await browser.open("<body>")
    try await browser.run(
      """
      window.stolen = [];
      window.child = window.open("/window");
      const { apply } = child.Reflect;
      child.Reflect.apply = (target, self, list) => { stolen.push(list[0]); return apply(target, self, list); };
      child.addEventListener("message", (event) => stolen.push(event.data), true);
      """)
    let first = try await next(browser)
    XCTAssertEqual(first, "window window 0 main test://page.example")
    try await browser.run(
      """
      const frame = document.createElement("iframe");
      frame.src = "/window";
      document.body.append(frame);
      const { app } = frame.contentWindow.webkit.messageHandlers;
      const { postMessage } = app;
      for (const text of stolen) {
        if (typeof text === "string") await postMessage.call(app, text.slice(0, 32) + "sforged").catch(() => {});
      }
      """)
    try await eventually("the frame is loaded") { !self.recorder.messages.isEmpty }
    while !recorder.messages.isEmpty {
      let told = try await next(browser)
      XCTAssertTrue(
        told == "window opener sub test://page.example" || told == "forged window 0 main test://page.example", told)
    }
  }

  /// The opener can run scripts in the empty document of its window, so no token is issued there.
  func testAnOpenerSeesNoTokenInAWindowsEmptyDocument() async throws {
    let browser = browser()
    browser.site["test://page.example/window"] = page("window")
    let make = windows.make
    windows.make = { webView, configuration, action in
      let made = make(webView, configuration, action)
      made?.evaluateJavaScript("0")
      return made
    }
    try await browser.open("<body>")
    try await browser.run(
      """
      window.seen = [];
      const { document: empty } = window.open("/window");
      for (const name of ["offer", "ask", "token"]) {
        empty.addEventListener(`webkitgtk-frame:${name}`, () => seen.push(name));
      }
      """)
    let first = try await next(browser)
    XCTAssertEqual(first, "window window 0 main test://page.example")
    let seen = try await browser.json("return seen")
    XCTAssertEqual(seen, "[]")
  }

  /// If the agent may not wait for its proof, it delivers the proof later, and posted messages wait until then.
  func testADocumentThatMayNotWaitIsIdentified() async throws {
    let browser = browser()
    browser.site["test://other.example/frame"] = page("frame")
    browser.site["test://page.example/window"] = page(
      "window", "<iframe allow=\"sync-xhr 'none'\" src='test://other.example/frame'></iframe>")
    try await browser.open("<body>")
    try await browser.run("window.open('/window')")
    let told = try await next(2, browser)
    XCTAssertEqual(told, ["window window 0 main test://page.example", "frame window 0 sub test://other.example"])
  }

  /// Even if a page forbids itself and its frames as much as it can, the agent gets its proof.
  func testWindowsWithStrictPoliciesAreIdentified() async throws {
    let policies = [
      ["Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; frame-src *"],
      ["Content-Security-Policy": "sandbox allow-scripts"], ["Permissions-Policy": "sync-xhr=()"],
      ["Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"],
    ]
    let post = "<script>webkit.messageHandlers.app.postMessage"
    let server = try HTTPServer { request in
      guard let number = Int(request.path.dropFirst()) else { return HTTPServer.Response(status: 404) }
      return HTTPServer.Response(
        "<body><iframe srcdoc='\(post)(`sub`)</script>'></iframe>\(post)('main')</script>", headers: policies[number])
    }
    for number in policies.indices {
      for features in ["", "noopener"] {
        windows.open = []
        let browser = browser()
        try await browser.open("<body>")
        try await browser.run(
          "window.open(url, '', features)", ["url": server.url("/\(number)").absoluteString, "features": features])
        let told = try await next(2, browser)
        let origin = number == 1 ? "opaque" : "http://127.0.0.1:\(server.port)"
        XCTAssertEqual(
          told, ["main window 0 main \(origin)", "sub window 0 sub \(origin)"], "\(policies[number]) \(features)")
      }
    }
  }

  func testAMessageOfAReleasedWindowIsNotAttributedToItsOpener() async throws {
    let browser = browser()
    browser.site["test://page.example/window"] = page("window")
    try await browser.open("<body>")
    try await browser.run("window.child = window.open('/window')")
    let first = try await next(browser)
    XCTAssertEqual(first, "window window 0 main test://page.example")
    weak let window = windows.open[0]
    try await browser.run("window.postThere = child.post; child.post('pending')")
    windows.open = []
    try await eventually("the window is released") { window == nil }
    try await browser.run(
      "try { await postThere('late'); } catch {} webkit.messageHandlers.app.postMessage('opener')")
    var told = try await next(browser)
    if told.hasPrefix("pending") { told = try await next(browser) }
    XCTAssertEqual(told, "opener opener main test://page.example")
  }

  func testScriptsReachTheFramesOfTheirOwnWindow() async throws {
    let browser = browser()
    browser.site["test://other.example/frame"] = page("frame")
    browser.site["test://page.example/window"] = page("window", "<iframe src='test://other.example/frame'></iframe>")
    try await browser.open("<body>")
    try await browser.run("window.open('/window')")
    var frame: WKFrameInfo?
    for _ in 0..<2 {
      let message = try await recorder.messages.next()
      if !message.frameInfo.isMainFrame { frame = message.frameInfo }
    }
    let sub = try XCTUnwrap(frame)
    let url = try await windows.open[0].evaluateJavaScript("location.href", in: sub, contentWorld: .page) as? String
    XCTAssertEqual(url, "test://other.example/frame")
    await assertError(.javaScriptInvalidFrameTarget) {
      try await browser.webView.evaluateJavaScript("1", in: sub, contentWorld: .page)
    }
  }

  func testAHandlerThatIsAddedLaterReachesBothWindows() async throws {
    let browser = browser()
    browser.site["test://page.example/window"] = page("window")
    try await browser.open(page("main"))
    try await browser.run("window.child = window.open('/window')")
    _ = try await next(2, browser)
    let world = WKContentWorld.world(name: "late")
    browser.webView.configuration.userContentController.add(recorder, contentWorld: world, name: "late")
    for (view, name) in [(browser.webView, "opener"), (windows.open[0], "window 0")] {
      _ = try await view.evaluateJavaScript(
        "webkit.messageHandlers.late.postMessage('late'); 1", contentWorld: world)
      let told = try await next(browser)
      XCTAssertEqual(told, "late \(name) main test://page.example")
    }
  }
}
