import Causeway
import WebTestSupport
import XCTest

/// A page's requests end with its document, even if the page stops the events that report the end. Otherwise a prompt
/// could outlive the frame that requested it.
@MainActor final class DocumentEndTests: XCTestCase {
  private static let frameURL = "test://other.example/asking"
  /// A script that stops all events at the end of the document, so that no later listener receives them.
  private static let silence = """
    const silence = (event) => event.stopImmediatePropagation();
    for (const name of ["pagehide", "unload", "beforeunload", "visibilitychange", "pageshow"]) {
      for (const target of [window, document]) target.addEventListener(name, silence, true);
    }
    """

  private let waiting = Waiting()

  /// Opens a page with a frame that runs a script and then begins a request that stays open.
  private func pageWithFrame(running script: String) async throws -> CausewayPage {
    let page = CausewayPage([waiting.capability])
    page.browser.site[Self.frameURL] = "<body><script>\(script); causeway.call('wait');</script>"
    try await page.browser.open("<body><iframe src='\(Self.frameURL)'></iframe>")
    try await eventually("the request") { self.waiting.started == 1 }
    return page
  }

  private func expectTheEnd(_ how: String, of page: CausewayPage) async throws {
    try await page.browser.run(how)
    try await eventually("the end of the request after \(how)") { self.waiting.cancelled == 1 }
  }

  func testRemovingAFrameThatStopsTheEventsEndsItsRequests() async throws {
    try await expectTheEnd(
      "document.querySelector('iframe').remove()", of: try await pageWithFrame(running: Self.silence))
  }

  func testAFrameThatStopsTheEventsAndNavigatesEndsItsRequests() async throws {
    let page = try await pageWithFrame(running: Self.silence)
    page.browser.site["test://other.example/next"] = "<body>"
    try await expectTheEnd("document.querySelector('iframe').src = 'test://other.example/next'", of: page)
  }

  func testRemovingTheParentFrameEndsTheRequestsOfItsFrames() async throws {
    let page = CausewayPage([waiting.capability])
    page.browser.site[Self.frameURL] = "<script>\(Self.silence); causeway.call('wait');</script>"
    page.browser.site["test://third.example/"] =
      "<script>\(Self.silence)</script><iframe src='\(Self.frameURL)'></iframe>"
    try await page.browser.open("<body><iframe src='test://third.example/'></iframe>")
    try await eventually("the request") { self.waiting.started == 1 }
    try await expectTheEnd("document.querySelector('iframe').remove()", of: page)
  }

  /// `document.open` removes the listeners of every script world, so the page's new listeners can be the first ones.
  func testAFrameThatCallsDocumentOpenAndStopsTheEventsEndsItsRequests() async throws {
    for opening in [
      "document.open()", "document.open(); document.write('<body>'); document.close()",
      "queueMicrotask(() => { document.open(); document.write('<body>again'); document.close(); })",
    ] {
      let waiting = Waiting()
      let page = CausewayPage([waiting.capability])
      page.browser.site[Self.frameURL] = """
        <body><script>
        const { call } = causeway;
        \(opening);
        \(Self.silence)
        call('wait').catch(() => {});
        </script>
        """
      try await page.browser.open("<body><iframe src='\(Self.frameURL)'></iframe>")
      try await eventually("the request after \(opening)") { waiting.started == 1 }
      try await page.browser.run("document.querySelector('iframe').remove()")
      try await eventually("the end after \(opening)") { waiting.cancelled == 1 }
      try await eventually("the end of the frame after \(opening)") {
        page.bridge.frames.map(\.description) == ["main frame of test://page.example"]
      }
    }
  }

  /// The frame calls `document.open` and removes itself in one script, so that no other script of the frame runs in
  /// between.
  func testAFrameThatCallsDocumentOpenAndRemovesItselfEndsItsRequests() async throws {
    for place in [
      "document.body", "document.body.appendChild(document.createElement('p')).attachShadow({ mode: 'closed' })",
    ] {
      let waiting = Waiting()
      let page = CausewayPage([waiting.capability])
      page.browser.site["test://page.example/frame"] = "<body><script>causeway.call('wait').catch(() => {});</script>"
      try await page.browser.open("<body>")
      try await page.browser.run(
        """
        window.frame = document.createElement('iframe');
        frame.src = 'test://page.example/frame';
        (\(place)).append(frame);
        """)
      try await eventually("the request") { waiting.started == 1 }
      try await page.browser.run(
        """
        frame.contentWindow.eval(`document.open(); \(Self.silence); frameElement.remove();`);
        """)
      try await eventually("the end in \(place)") { waiting.cancelled == 1 }
    }
  }

  /// The first page of the same origin gets the window of the frame's initial empty document, with its listeners. At
  /// that time no script of the app has added a listener.
  func testAFrameWhoseEventsAreStoppedBeforeItLoadsEndsItsRequests() async throws {
    for end in ["frame.contentWindow.location = 'test://page.example/next'", "frame.remove()"] {
      let waiting = Waiting()
      let page = CausewayPage([waiting.capability])
      page.browser.site["test://page.example/frame"] = "<body><script>causeway.call('wait');</script>"
      page.browser.site["test://page.example/next"] = "<body>"
      try await page.browser.open("<body>")
      try await page.browser.run(
        """
        window.stopped = [];
        window.frame = document.createElement('iframe');
        frame.src = 'test://page.example/frame';
        document.body.append(frame);
        for (const name of ['pagehide', 'unload'])
          frame.contentWindow.addEventListener(
            name, (event) => { event.stopImmediatePropagation(); top.stopped.push(name); }, true);
        """)
      try await eventually("the request") { waiting.started == 1 }
      try await page.browser.run("stopped = []; \(end)")
      try await eventually("the end after \(end)") { waiting.cancelled == 1 }
      let stopped = try await page.browser.json("return stopped")
      XCTAssertEqual(stopped, #"["pagehide","unload"]"#, "the page's listeners did not run first")
    }
  }

  /// The innermost frame has the page's origin; the frame around it has another origin.
  func testAFrameThatCallsDocumentOpenAndRemovesItsParentEndsItsRequests() async throws {
    let page = CausewayPage([waiting.capability])
    page.browser.site["test://page.example/inner"] = """
      <body><script>
      causeway.call('wait').catch(() => {});
      top.leave = () => { document.open(); \(Self.silence); top.document.querySelector('iframe').remove(); };
      </script>
      """
    page.browser.site["test://third.example/"] = "<iframe src='test://page.example/inner'></iframe>"
    try await page.browser.open("<body><iframe src='test://third.example/'></iframe>")
    try await eventually("the request") { self.waiting.started == 1 }
    try await expectTheEnd("leave()", of: page)
  }

  /// The frame had no open request when it was removed, so the host did not check whether the frame still exists. The
  /// app's call causes this check.
  func testACallOfTheAppToAFrameThatHidItsEndFails() async throws {
    let page = CausewayPage()
    page.browser.site["test://page.example/frame"] =
      "<body><script>causeway.handle('ask', () => 1); causeway.call('none').catch(() => {});</script>"
    try await page.browser.open("<body>")
    try await page.browser.run(
      """
      window.frame = document.createElement('iframe');
      frame.src = 'test://page.example/frame';
      document.body.append(frame);
      for (const name of ['pagehide', 'unload'])
        frame.contentWindow.addEventListener(name, (event) => event.stopImmediatePropagation(), true);
      """)
    try await eventually("the reply to the frame") { page.replies.count == 1 }
    let frame = try XCTUnwrap(page.bridge.frames.first { !$0.isMainFrame })
    let conversation = try XCTUnwrap(page.bridge.conversation(with: frame.document))
    let value = try await within("an answer") { try await conversation.call("ask") }
    XCTAssertEqual(value, 1)
    try await page.browser.run("frame.remove()")
    do {
      let value = try await within("the end of the call") { try await conversation.call("ask") }
      XCTFail("a removed frame answered \(value as Any)")
    } catch let error as PageCallError {
      XCTAssertEqual(error, .documentGone)
    }
    XCTAssertEqual(page.bridge.frames.map(\.isMainFrame), [true])
  }

  /// A busy page must not look like a page that has gone away.
  func testRequestsOfAnExistingFrameStayOpenWhileThePageIsBusy() async throws {
    let page = try await pageWithFrame(running: "")
    try await page.browser.run("for (const end = Date.now() + 3000; Date.now() < end; ); return 1")
    try await page.browser.run(
      "for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 700)); return 1")
    XCTAssertEqual(waiting.cancelled, 0)
    XCTAssertEqual(page.bridge.frames.count, 2)
  }

  /// A frame that uses the life of another frame is refused. Otherwise the requests of a document that has ended could
  /// stay open as long as the document of the other frame exists.
  func testTheTokenOfALifeIsValidInItsFrameOnly() async throws {
    let page = CausewayPage([waiting.capability])
    page.browser.site["test://page.example/frame"] = "<body>"
    try await page.browser.open("<body>")
    let told = try await page.browser.text(
      """
      const add = async () => {
        const frame = document.createElement('iframe');
        frame.src = 'test://page.example/frame';
        document.body.append(frame);
        const life = new Promise((resolve) =>
          frame.contentWindow.addEventListener('causeway-life:token', (event) => {
            event.stopImmediatePropagation();
            resolve(event.detail);
          }, true));
        await new Promise((resolve) => (frame.onload = resolve));
        // Ask for another offer, because the first one may have come before the listener was added.
        frame.contentDocument.dispatchEvent(new Event('causeway-life:ask'));
        return { window: frame.contentWindow, life: await life };
      };
      const [own, other] = [await add(), await add()];
      const enter = (window, life, name) =>
        window.webkit.messageHandlers.causeway.postMessage(name.repeat(32) + "+" + name.repeat(32) + life);
      return await enter(own.window, other.life, "a").then(() => "taken", (error) => error.message);
      """)
    XCTAssertEqual(told, "The app refused this document, because it cannot detect the document's end.")
    XCTAssertEqual(page.bridge.frames.count, 1)
  }

  func testElementsNamedLikeTheBridgeDoNotHideIt() async throws {
    let page = CausewayPage([waiting.capability])
    try await page.browser.open("<html id=causewayLife><body><form id=causeway></form>")
    let told = try await page.call("'none'")
    XCTAssertTrue(told.contains("UNKNOWN_CAPABILITY"), told)
  }

  func testAPageThatStopsTheEventsAndOpensAnEmptyPageEndsItsRequests() async throws {
    let page = CausewayPage([waiting.capability])
    try await page.browser.open("<script>\(Self.silence); causeway.call('wait');</script>")
    try await eventually("the request") { self.waiting.started == 1 }
    try await page.browser.load("about:blank")
    try await eventually("the end of the request") { self.waiting.cancelled == 1 }
  }

  /// A page can request the token of its own life, and can give the token to a frame of its origin.
  func testTheTokenOfALifeOpensOneConversationOnly() async throws {
    let page = CausewayPage([waiting.capability])
    try await page.browser.open(with: [.sameOrigin])
    let attempt = """
      document.addEventListener("causeway-life:token", ({ detail }) => (top.token = detail));
      if (!top.token) document.dispatchEvent(new Event("causeway-life:ask"));
      const name = "0123456789abcdef".repeat(2);
      return await webkit.messageHandlers.causeway.postMessage(name + "+" + name + top.token)
        .then(() => "taken", (error) => error.message);
      """
    for frame in [nil, SubFrame.sameOrigin] {
      let told = try await page.browser.text(attempt, in: frame)
      XCTAssertEqual(
        told, "The app refused this document, because it cannot detect the document's end.", "\(frame as Any)")
    }
    XCTAssertEqual(page.bridge.frames.count, 2)
  }

  func testTheEndOfAFrameDoesNotEndRequestsOfAFrameWithTheSameURL() async throws {
    let page = CausewayPage([waiting.capability])
    page.browser.site[Self.frameURL] = """
      <body><script>
      addEventListener("message", () => causeway.call('wait'));
      </script>
      """
    try await page.browser.open(
      "<body><iframe id=a src='\(Self.frameURL)'></iframe><iframe id=b src='\(Self.frameURL)'></iframe>")
    try await page.browser.run("for (const frame of [a, b]) frame.contentWindow.postMessage('ask', '*')")
    try await eventually("the requests") { self.waiting.started == 2 }
    try await page.browser.run("a.remove()")
    try await eventually("the end of one request") { self.waiting.cancelled == 1 }
    XCTAssertEqual(page.bridge.frames.count, 2)
  }
}
