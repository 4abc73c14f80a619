import Causeway
import CausewayJSON
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Pages that navigate away, processes that end, and hosts that are detached.
@MainActor final class LifeTests: XCTestCase {
  private let waiting = Waiting()
  private let echo = Capability("echo", policy: .everyone, json: { value, _ in value })

  private func open() async throws -> CausewayPage {
    let page = CausewayPage([waiting.capability, echo])
    try await page.browser.open("<body>")
    return page
  }

  /// Begins a request that stays open. The page would store an answer in its window.
  private func beginWaiting(_ page: CausewayPage) async throws {
    let started = waiting.started
    _ = try await page.browser.text(
      "causeway.call('wait').then((value) => { window.end = value; }, (error) => { window.end = error.message; }); return 1"
    )
    try await eventually("the request") { waiting.started == started + 1 }
  }

  func testNavigationCancelsTheHandlerAndDoesNotAffectTheNewPage() async throws {
    let page = try await open()
    try await beginWaiting(page)
    try await page.browser.open("<body>", at: "test://page.example/next")
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    XCTAssertEqual(page.replies.map { $0.failure?.prefix(13) }, ["DOCUMENT_GONE"])
    let told = try await page.call("'echo', 1")
    XCTAssertEqual(told, "1")
    let end = try await page.browser.text("return window.end")
    XCTAssertEqual(end, "undefined")
    XCTAssertEqual(page.bridge.frames.count, 1)
  }

  func testTheAppReceivesEventsThatAPageSendsWhileItLeaves() async throws {
    // A navigation to another site changes the web process. The old process runs the last listeners after the new page
    // is committed.
    for next in ["test://page.example/next", "test://other.example/"] {
      let bye = Capability(
        "bye", policy: .everyone,
        json: { value, _ in
          await Task.yield()
          return Task.isCancelled ? "cancelled" : value
        })
      let page = CausewayPage([bye])
      page.browser.site["test://frame.example/"] = """
        <script>addEventListener("pagehide", () => causeway.send("bye", "frame"))</script>
        """
      try await page.browser.open(
        """
        <body><iframe src='test://frame.example/'></iframe><script>
        addEventListener("unload", () => causeway.send("bye", "unload"));
        addEventListener("pagehide", () => causeway.send("bye", "hide"));
        addEventListener("beforeunload", () => causeway.send("bye", "before"));
        </script>
        """)
      _ = try await page.call("'unknown'")
      let first = try page.conversation.frame.document
      try await page.browser.open("<body>", at: next)
      _ = try await page.call("'unknown'")
      let second = try page.conversation.frame.document
      XCTAssertNotEqual(first, second)
      let seen = page.observations.compactMap { observation -> String? in
        switch observation.kind {
        case .event: observation.body?.stringValue
        case .opened: observation.frame.isMainFrame ? "opened" : nil
        case .closed: observation.frame.isMainFrame ? "closed" : nil
        default: nil
        }
      }
      XCTAssertEqual(seen.filter { $0 != "frame" }, ["opened", "before", "hide", "unload", "closed", "opened"], next)
      XCTAssertEqual(seen.filter { $0 == "frame" }.count, 1, next)
    }
  }

  /// The handler of an event is not cancelled when its page goes away, because nobody waits for it.
  func testTheHandlerOfTheLastEventRunsToItsEnd() async throws {
    let gate = Gate()
    var ends: [String] = []
    let bye = Capability(
      "bye", policy: .everyone,
      json: { _, _ in
        await gate.pass()
        ends.append(Task.isCancelled ? "cancelled" : "done")
        return nil
      })
    let page = CausewayPage([bye])
    try await page.browser.open("<body><script>addEventListener('pagehide', () => causeway.send('bye'))</script>")
    try await page.browser.open("<body>", at: "test://page.example/next")
    try await eventually("the end of the page") { page.observations.contains { $0.kind == .closed } }
    try await eventually("the event") { gate.count == 1 }
    gate.open()
    try await eventually("the end of the handler") { !ends.isEmpty }
    XCTAssertEqual(ends, ["done"])
  }

  /// A page that hides its end delays the next page only briefly.
  func testAPageThatStopsItsLastEventsEndsWhenTheNextPageBegins() async throws {
    for next in ["test://page.example/next", "test://other.example/"] {
      let page = try await open()
      _ = try await page.browser.text(
        """
        for (const type of ["unload", "pagehide"]) {
          addEventListener(type, (event) => event.stopImmediatePropagation(), true);
        }
        return 1
        """)
      let cancelled = waiting.cancelled
      try await beginWaiting(page)
      try await page.browser.open("<body>", at: next)
      let told = try await page.call("'echo', 1")
      XCTAssertEqual(told, "1")
      try await eventually("the cancellation") { waiting.cancelled == cancelled + 1 }
      XCTAssertEqual(page.bridge.frames.count, 1)
    }
  }

  /// The new page's requests have the same numbers as the old page's requests.
  func testALateAnswerNeverReachesARequestOfTheNewPage() async throws {
    let page = try await open()
    for _ in 0..<5 {
      try await beginWaiting(page)
      _ = try await page.browser.text("location.reload(); return 1")
      try await eventually("the cancellation") { waiting.cancelled == waiting.started }
      try await eventually("the new page") { page.host.conversation(with: page.browser.webView) != nil }
      let told = try await page.call("'echo', 'mine'")
      XCTAssertEqual(told, "\"mine\"")
    }
  }

  #if os(Linux)
  func testTheBridgeWorksAgainAfterTheProcessWasKilled() async throws {
    let page = try await open()
    try await beginWaiting(page)
    let conversation = try page.conversation
    _ = try await page.browser.text("causeway.handle('hang', () => new Promise(() => {})); return 1")
    let call = Task { try await conversation.call("hang") }
    try await eventually("the call") { page.observations.contains { $0.kind == .call } }
    page.browser.webView.terminateWebProcess()
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    do {
      _ = try await within("the call's end") { try await call.value }
      XCTFail("the call was answered")
    } catch {
      // Accept both errors, because the call may or may not have been sent before the process ended.
      XCTAssertTrue([.documentGone, .notSent].contains(error as? PageCallError), "\(error)")
    }
    XCTAssertTrue(page.bridge.frames.isEmpty)
    try await page.browser.open("<body>")
    let told = try await page.call("'echo', 2")
    XCTAssertEqual(told, "2")
  }
  #endif

  func testDetachEndsOpenRequestsAndRefusesLaterRequests() async throws {
    let page = try await open()
    try await beginWaiting(page)
    page.host.detach(from: page.browser.webView.configuration.userContentController)
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    let told = try await page.browser.text(
      """
      while (window.end === undefined) await new Promise((resolve) => setTimeout(resolve));
      return window.end + " | " + await causeway.call("echo", 1).catch((error) => error instanceof Error);
      """)
    XCTAssertTrue(told.contains("closed: The app has closed this conversation. | true"), told)
    XCTAssertTrue(page.bridge.frames.isEmpty)
  }

  func testDocumentOpenKeepsTheBridge() async throws {
    let page = try await open()
    try await beginWaiting(page)
    let told = try await page.browser.text(
      """
      document.open(); document.write("<p id=new>new"); document.close();
      return document.getElementById("new").textContent + await causeway.call("echo", 1);
      """)
    XCTAssertEqual(told, "new1")
    XCTAssertEqual(waiting.cancelled, 0)
    waiting.finish()
    let end = try await page.browser.text(
      "while (window.end === undefined) await new Promise((resolve) => setTimeout(resolve)); return window.end")
    XCTAssertEqual(end, "waited")
    // The host must still detect the end of the document.
    try await beginWaiting(page)
    try await page.browser.open("<body>")
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    XCTAssertEqual(page.bridge.frames.count, 1)
  }

  /// An object that a handler retains.
  private final class Kept {}

  func testHostBridgeWebViewAndHandlersAreReleased() async throws {
    weak var host: WebViewHost?
    weak var bridge: Bridge?
    weak var view: WKWebView?
    weak var kept: Kept?
    do {
      let own = Kept()
      let page = CausewayPage([Capability("keep", policy: .everyone, json: { [own] _, _ in .bool(own === own) })])
      try await page.browser.open("<body>")
      let told = try await page.call("'keep'")
      XCTAssertEqual(told, "true")
      try page.conversation.send(event: "e")
      (host, bridge, view, kept) = (page.host, page.bridge, page.browser.webView, own)
    }
    try await eventually("the release") { host == nil && bridge == nil && view == nil && kept == nil }
  }

  func testReleasingTheWebViewEndsOpenRequests() async throws {
    let bridge = Bridge()
    var wasCancelled = false
    bridge.install(
      CausewayDialect([
        Capability("wait", policy: .mainFrame, deadline: .never) { _, _ in
          while !Task.isCancelled { await Task.yield() }
          wasCancelled = true
          return nil
        }
      ]))
    let host = WebViewHost(bridge: bridge)
    var browser: Browser? = Browser { host.attach(to: $0) }
    try await browser?.open("<body><script>causeway.call('wait')</script>")
    try await eventually("the request") { bridge.frames.count == 1 }
    browser = nil
    try await eventually("the end") { wasCancelled && bridge.frames.isEmpty }
  }

  func testReleasingTheHostEndsOpenRequests() async throws {
    let browser: Browser
    weak var bridge: Bridge?
    do {
      let page = try await open()
      try await beginWaiting(page)
      browser = page.browser
      browser.onTermination = nil
      bridge = page.bridge
    }
    let told = try await browser.text(
      """
      while (window.end === undefined) await new Promise((resolve) => setTimeout(resolve));
      return window.end + " | " + await causeway.call("echo", 1).catch((error) => error instanceof Error);
      """)
    XCTAssertTrue(told.hasPrefix("The bridge to the app is closed: ") && told.hasSuffix(" | true"), told)
    try await eventually("the cancellation") { waiting.cancelled == 1 }
    try await eventually("the release") { bridge == nil }
  }
}
