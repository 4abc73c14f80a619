#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayWebKit
import CausewayGTK
import Foundation
import GTKTestSupport
import WebKit
import WebTestSupport
import XCTest

@testable import CausewayCommand

/// Whole prompts with `"answer": "ask"`: a page sends a request, a window asks the user, and the page gets the answer.
final class PromptedPageTests: XCTestCase {
  /// A page, and the objects that it needs as long as it exists.
  @MainActor private final class Scene {
    let timers = HandTimers()
    let prompter: WindowPrompter
    let app: SimulatedApp
    let view: SimulatedView
    let host: WebViewHost
    let browser: Browser

    init(_ profile: Profile) throws {
      try GLibMainLoop.start()
      prompter = WindowPrompter(startTimer: timers.start)
      let bridge = Bridge()
      app = try SimulatedApp(
        [.gbg, .link],
        with: SimulatedSettings(
          origin: .opaque, setCookie: { _ in }, profile: profile, prompter: prompter))
      view = app.attach(to: bridge, on: .ios)
      let host = WebViewHost(bridge: bridge)
      self.host = host
      browser = Browser { host.attach(to: $0) }
    }

    /// Waits for the window of the prompt, and returns it.
    func window() async throws -> PromptWindow {
      try await eventually("a window is painted") { prompter.window != nil && timers.delay != nil }
      return try XCTUnwrap(prompter.window)
    }

    func approve() async throws {
      let window = try await window()
      timers.fire()
      OnScreen.press(window.approve)
    }
  }

  private static let page = """
    <body><script>
    window.replies = [];
    window._bitcoinWalletApi = { receiveMessage: (reply) => replies.push(reply) };
    GBGBridge.receive = (message) => replies.push(message.payload);
    window.send = (data) => webkit.messageHandlers.sendMessageHandler.postMessage({
      messageId: "m1", command: "sendAssets", data,
      websiteMetadata: { title: "Your bank\\u202E", description: "<\\/script><b>trust me</b>" },
    });
    </script>
    """
  private static let payment = """
    send({ to: 'bitcoincash:q1', protocol: 'BCH', value: '0.5', opReturn: ['\\u202Ehidden'] })
    """

  @MainActor private func scene(_ change: (inout Profile) -> Void = { _ in }) async throws -> Scene {
    var profile = Profile()
    change(&profile)
    let scene = try Scene(profile)
    try await scene.browser.open(Self.page)
    return scene
  }

  @MainActor private func reply(_ scene: Scene, _ member: String) async throws -> String {
    try await scene.browser.text(
      "while (!replies.length) await new Promise((done) => setTimeout(done, 5)); return JSON.stringify(\(member));")
  }

  @MainActor func testAPaymentIsShownWithTheFramesOriginAndThePagesTextVisible() async throws {
    let scene = try await scene()
    try await scene.browser.run(Self.payment)
    let texts = OnScreen.texts(in: try await scene.window().widget)
    XCTAssertTrue(texts.contains("test://page.example"), "\(texts)")
    XCTAssertTrue(texts.contains("0.5"), "\(texts)")
    XCTAssertTrue(texts.contains("Your bank⟨U+202E⟩"), "\(texts)")
    XCTAssertTrue(texts.contains("⟨U+202E⟩hidden"), "\(texts)")
    XCTAssertTrue(texts.contains("</script><b>trust me</b>"), "\(texts)")
    XCTAssertFalse(texts.joined().unicodeScalars.contains("\u{202E}"))
    try await scene.approve()
    let answer = try await reply(scene, "replies[0].data.txid.length")
    XCTAssertEqual(answer, "64")
  }

  @MainActor func testALongPaymentRequestIsShownToItsEnd() async throws {
    let scene = try await scene()
    try await scene.browser.run(
      """
      webkit.messageHandlers.sendMessageHandler.postMessage({
        messageId: "m1", command: "payInvoice",
        data: { url: "bitcoincash:?label=" + "a".repeat(4000) + "&r=https://other.example/i" },
      });
      """)
    let texts = OnScreen.texts(in: try await scene.window().widget)
    XCTAssertTrue(texts.contains { $0.hasSuffix("&r=https://other.example/i") }, "\(texts)")
  }

  @MainActor func testADeclinedPaymentGetsCanceled() async throws {
    let scene = try await scene()
    try await scene.browser.run(Self.payment)
    OnScreen.press(try await scene.window().decline)
    let answer = try await reply(scene, "replies[0].error.type")
    XCTAssertEqual(answer, "\"CANCELED\"")
  }

  @MainActor func testAProtocolThatTheWalletDoesNotHaveShowsNoPrompt() async throws {
    let scene = try await scene()
    let before = OnScreen.windows
    try await scene.browser.run(
      """
      send({ to: 'DOGE1', protocol: 'DOGE', value: '0.5' });
      webkit.messageHandlers.sendMessageHandler.postMessage({
        messageId: "m2", command: "getAddress", data: { protocol: "DOGE" },
      });
      """)
    let answer = try await scene.browser.text(
      """
      while (replies.length < 2) await new Promise((done) => setTimeout(done, 5));
      return replies.map((reply) => reply.error.type).join();
      """)
    XCTAssertEqual(answer, "PROTOCOL_ERROR,PROTOCOL_ERROR")
    XCTAssertEqual(OnScreen.windows, before)
  }

  @MainActor func testAWindowIsWithdrawnWhenItsPageGoesAway() async throws {
    let scene = try await scene()
    try await scene.browser.run(Self.payment)
    _ = try await scene.window()
    try await scene.browser.open("<body>another page", at: "test://page.example/other")
    try await eventually("the window is withdrawn") { scene.prompter.window == nil }
  }

  @MainActor func testACaptureReturnsTheChosenPicture() async throws {
    let pictures = try XCTUnwrap(ExamplePictures.folder)
    let picture = try PictureFile(contentsOf: pictures.appendingPathComponent("id.jpg"))
    let scene = try await scene { $0.answer = .ask }
    try await scene.browser.run(
      """
      webkit.messageHandlers.gbgBridge.postMessage({
        type: "request", correlationId: "c", payload: { action: "camera.document.capture", data: { side: "front" } },
      });
      """)
    let window = try await scene.window()
    scene.timers.fire()
    XCTAssertFalse(OnScreen.isSensitive(window.approve), "The window can be approved without a picture")
    try XCTUnwrap(window.choice).choose(picture.url)
    scene.timers.fire()
    OnScreen.press(window.approve)
    let answer = try await reply(
      scene, "[replies[0].status, replies[0].data.width, replies[0].data.side, replies[0].data.imageData.length]")
    XCTAssertEqual(answer, #"["success",\#(picture.width),"front",\#((picture.data.count + 2) / 3 * 4)]"#)
  }

  @MainActor func testARequestWithManyMembersIsShownInPart() async throws {
    let scene = try await scene { $0.answer = .ask }
    try await scene.browser.run(
      """
      const data = Object.fromEntries(Array.from({ length: 10000 }, (_, number) => ["k" + number, "v"]));
      webkit.messageHandlers.gbgBridge.postMessage({
        type: "request", correlationId: "c", payload: { action: "camera.document.capture", data },
      });
      """)
    let texts = OnScreen.texts(in: try await scene.window().widget)
    XCTAssertEqual(texts.filter { $0 == "Requested" }.count, 24)
    XCTAssertTrue(texts.contains("9976 more"), "\(texts)")
  }

  @MainActor func testAWithdrawnCaptureLetsTheNextPageCapture() async throws {
    let scene = try await scene { $0.answer = .ask }
    let ask = """
      webkit.messageHandlers.gbgBridge.postMessage({
        type: "request", correlationId: "c", payload: { action: "camera.selfie.capture" },
      });
      """
    try await scene.browser.run(ask)
    _ = try await scene.window()
    try await scene.browser.open(Self.page, at: "test://page.example/other")
    try await eventually("the window is withdrawn") { scene.prompter.window == nil }
    try await scene.browser.run(ask)
    OnScreen.press(try await scene.window().decline)
    let answer = try await reply(scene, "replies[0].status")
    XCTAssertEqual(answer, "\"cancelled\"")
  }
}

/// The folder with the pictures of the examples, whose path begins at this file.
private enum ExamplePictures {
  static var folder: URL? {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return root.appendingPathComponent("Examples/gbg")
  }
}
#endif
