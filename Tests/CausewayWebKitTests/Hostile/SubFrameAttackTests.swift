import Causeway
import CausewayJSON
import WebTestSupport
import XCTest

/// Sub-frames of every kind that try to send messages for the page around them, or to receive its messages.
///
/// By the rules of the web, a frame of the page's own origin may run any script in the page. Therefore such a frame can
/// use the page's bridge like the page itself. This is not an attack on the bridge: see
/// `testFramesOfThePagesOriginCanUseThePagesBridge`. WebKit stops every other frame.
@MainActor final class SubFrameAttackTests: XCTestCase {
  private static let page = Origin(scheme: "test", host: "page.example")
  private let stubborn = Stubborn()
  private let who = Capability("who", policy: .everyone, json: { _, call in .string("\(call.frame)") })

  private func open(_ capabilities: [Capability] = []) async throws -> CausewayPage {
    let page = CausewayPage(capabilities + [who, stubborn.capability], before: PostedMessages.recorder)
    try await page.browser.open("<body>")
    return page
  }

  private func expectUndisturbed(_ page: CausewayPage, line: UInt = #line) async throws {
    let main = try await page.call("'who'")
    XCTAssertEqual(main, "\"main frame of test://page.example\"", line: line)
  }

  func testPoliciesApplyInEveryKindOfFrame() async throws {
    let yes: @MainActor (JSONValue, Call) async throws -> JSONValue? = { _, _ in "yes" }
    let page = try await open([
      Capability("main", policy: .mainFrame, json: yes),
      Capability("mainOfOrigin", policy: .mainFrame(of: [Self.page]), json: yes),
      Capability("origin", policy: Policy(frames: .any, origins: .only([Self.page, .opaque])), json: yes),
    ])
    let told = try await page.attack(
      """
      const end = (name) => causeway.call(name).then((value) => value, (error) => error.code);
      return (await Promise.all(["who", "main", "mainOfOrigin", "origin"].map(end))).join();
      """)
    for attacker in Attacker.allCases {
      let origin = attacker.isOfThePagesOrigin ? "yes" : "REFUSED"
      XCTAssertEqual(told[attacker], "\(attacker.description),REFUSED,REFUSED,\(origin)", "\(attacker)")
    }
    try await expectUndisturbed(page)
  }

  func testFramesOfThePagesOriginCanUseThePagesBridge() async throws {
    let page = try await open()
    let told = try await page.attack(
      """
      try {
        return await top.causeway.call("who");
      } catch (error) {
        return error.name;
      }
      """)
    for attacker in Attacker.allCases {
      XCTAssertEqual(
        told[attacker], attacker.isOfThePagesOrigin ? "main frame of test://page.example" : "SecurityError",
        "\(attacker)")
    }
  }

  /// The worst possible leak is the name of the page's conversation, so the test gives this name to the frames.
  func testEveryKindOfFrameIsRefusedWithThePagesName() async throws {
    let page = try await open()
    let waiting = try await page.begin("'stubborn'")
    let name = try await page.browser.text("return posted[0].slice(0, 32)")
    let before = page.requests.count
    let told = try await page.attack(
      """
      const ends = new Set();
      for (const name of ["\(name)", "0".repeat(32), "f".repeat(32)]) {
        for (const packet of ["+" + name + name, "", "<1 0 3", ">1 AAAA", "c 1", "r causeway 1 {\\"name\\":\\"who\\"}", "m causeway {\\"event\\":\\"who\\"}", "a 1 1", "-"]) {
          if (packet[0] === "+" && name !== "\(name)") continue;
          await webkit.messageHandlers.causeway.postMessage(name + packet)
            .then((value) => ends.add("taken " + value), (error) => ends.add(error.message));
        }
      }
      return [...ends].join();
      """)
    for attacker in Attacker.allCases {
      XCTAssertEqual(told[attacker], "No conversation with this document is open.", "\(attacker)")
    }
    XCTAssertEqual(page.requests.count, before)
    try await stubborn.answer(0, "mine")
    let end = try await waiting.value
    XCTAssertEqual(end, "\"mine\"")
    try await expectUndisturbed(page)
  }

  /// A page receives messages and events from its frames, as any page does. The bridge must not mistake them for
  /// messages of the app.
  func testForgedMessagesAndEventsDoNotReachTheBridge() async throws {
    let page = try await open()
    _ = try await page.browser.text(
      "window.heard = []; causeway.on('e', (data) => heard.push(data)); causeway.handle('h', () => 'page'); return 1")
    let waiting = try await page.begin("'stubborn'")
    let told = try await page.attack(
      """
      const packets = ["1\\ns 1 \\"forged\\"", "2\\nd causeway {\\"event\\":\\"e\\",\\"data\\":1}", "3\\nf 1 {\\"code\\":\\"X\\"}"];
      const documents = [document];
      try { documents.push(top.document); } catch {}
      for (const text of packets) {
        top.postMessage(text, "*"); top.postMessage({ text, reply: text, type: "causeway" }, "*");
        for (const target of documents) {
          for (const name of ["message", "causeway", "reply", "pagehide", "pageshow", "unload", "webkitgtk-frame:offer"]) {
            target.dispatchEvent(new CustomEvent(name, { detail: text, bubbles: true }));
            target.defaultView.dispatchEvent(new CustomEvent(name, { detail: text }));
          }
          for (const kind of ["ask", "token"]) {
            const detail = kind === "ask" ? JSON.stringify(["0".repeat(32), ""]) : "0".repeat(64);
            target.dispatchEvent(new CustomEvent("webkitgtk-frame:" + kind, { detail }));
          }
        }
      }
      return await causeway.call("who");
      """)
    for attacker in Attacker.allCases { XCTAssertEqual(told[attacker], attacker.description, "\(attacker)") }
    let conversation = try page.conversation
    let handled = try await within("an answer") { try await conversation.call("h") }
    XCTAssertEqual(handled, "page")
    try await stubborn.answer(0, "mine")
    let end = try await waiting.value
    XCTAssertEqual(end, "\"mine\"")
    let heard = try await page.browser.text("return heard.length")
    XCTAssertEqual(heard, "0")
    try await expectUndisturbed(page)
  }

  /// Each frame tries to open its own conversation, listens to everything that it can, and reports what it received.
  func testNoFrameReceivesMessagesForAnotherFrame() async throws {
    let page = try await open([Capability("secret", policy: .mainFrame, json: { _, _ in "the-secret" })])
    let attack = Task {
      try await page.attack(
        """
        const heard = [];
        addEventListener("message", ({ data }) => heard.push(JSON.stringify(data)));
        for (const name of ["causeway", "reply", "webkitgtk-frame:token"]) document.addEventListener(name, ({ detail }) => heard.push(detail));
        for (const name of ["e", "secret", "causeway"]) causeway.on(name, (data) => heard.push(JSON.stringify(data)));
        for (const name of ["h", "secret"]) causeway.handle(name, (data) => { heard.push(JSON.stringify(data)); return "stolen"; });
        const own = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
        for (const packet of ["+" + own + own, "", ""]) {
          webkit.messageHandlers.causeway.postMessage(own + packet).then((reply) => heard.push(reply), (error) => heard.push(error.message));
        }
        await causeway.call("who");
        await new Promise((resolve) => addEventListener("message", ({ data }) => { if (data === "finish") resolve(); }));
        return heard.join(" ");
        """)
    }
    let frames = Attacker.allCases.count
    try await eventually("the frames") { page.requests.count { $0.name == "who" } == frames }
    let conversation = try page.conversation
    _ = try await page.browser.text("causeway.handle('h', (data) => data); return 1")
    for _ in 0..<50 {
      try conversation.send(event: "e", data: "the-secret")
      let secret = try await page.call("'secret'")
      XCTAssertEqual(secret, "\"the-secret\"")
      let back = try await within("an answer") { try await conversation.call("h", "the-secret") }
      XCTAssertEqual(back, "the-secret")
    }
    _ = try await page.browser.text(
      """
      const finish = (scope) => { for (let place = 0; place < scope.length; place += 1) { scope[place].postMessage("finish", "*"); finish(scope[place]); } };
      finish(window);
      return 1;
      """)
    let told = try await attack.value
    for attacker in Attacker.allCases {
      let report = try XCTUnwrap(told[attacker])
      XCTAssertFalse(report.contains("the-secret"), "\(attacker): \(report)")
    }
  }

  /// A page can keep objects of a removed frame. These objects must not work as a bridge.
  func testObjectsOfARemovedFrameCannotSendRequests() async throws {
    let page = try await open()
    _ = try await page.attack("return 1", from: [.sameOrigin])
    try await eventually("two documents") { page.bridge.frames.count == 2 }
    let told = try await page.browser.text(
      """
      const element = document.getElementById("sameOrigin");
      const { causeway: bridge, webkit: { messageHandlers: { causeway: handler } } } = element.contentWindow;
      const { postMessage } = handler;
      const ends = [];
      const note = (promise) => promise.then((value) => ends.push("served " + value), () => ends.push("refused"));
      element.remove();
      for (const attempt of [
        () => bridge.call("who"), () => handler.postMessage(posted[0].slice(0, 32) + 'r causeway 9 {"name":"who"}'),
        () => postMessage.call(webkit.messageHandlers.causeway, posted[0].slice(0, 32) + 'r causeway 9 {"name":"who"}'),
      ]) {
        try { note(attempt()); } catch { ends.push("threw"); }
      }
      for (let turn = 0; turn < 20; turn += 1) await causeway.call("who");
      return ends.join();
      """)
    XCTAssertFalse(told.contains("served"), told)
    XCTAssertEqual(page.requests.count, 20)
    XCTAssertEqual(page.bridge.frames.count, 1)
    try await expectUndisturbed(page)
  }

  /// A frame of the page's origin can register a function with the page. The app's call must end even if the frame has
  /// gone.
  func testACallToAHandlerOfARemovedFrameEnds() async throws {
    let page = try await open()
    _ = try await page.attack(
      "top.causeway.handle('left', () => 'from the frame'); top.causeway.handle('broken', () => { throw new Error('mine'); }); return 1",
      from: [.sameOrigin])
    _ = try await page.browser.text("document.getElementById('sameOrigin').remove(); return 1")
    let conversation = try page.conversation
    let left = try await within("an answer") { try await conversation.call("left") }
    XCTAssertEqual(left, "from the frame")
    do {
      let value = try await within("an answer") { try await conversation.call("broken") }
      XCTFail("the call was answered with \(value as Any)")
    } catch {
      XCTAssertEqual(error as? PageCallError, .rejected("mine"))
    }
    try await expectUndisturbed(page)
  }
}
