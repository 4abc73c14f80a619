import WebKit
import WebTestSupport
import XCTest

/// The identity of a message's frame, for every kind of frame.
@MainActor final class FrameIdentityTests: XCTestCase {
  /// A handler that answers each message with WebKit's description of the sender, such as `main test://page.example`.
  private final class Mirror: NSObject, WKScriptMessageHandlerWithReply {
    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
    ) async -> (Any?, String?) {
      let origin = message.frameInfo.securityOrigin
      let text = origin.protocol.isEmpty ? "opaque" : "\(origin.protocol)://\(origin.host)"
      return ("\(message.frameInfo.isMainFrame ? "main" : "sub") \(text)", nil)
    }
  }

  private let ask = "webkit.messageHandlers.mirror.postMessage(1)"

  private func browser() -> Browser {
    Browser { $0.userContentController.addScriptMessageHandler(Mirror(), contentWorld: .page, name: "mirror") }
  }

  /// Adds a frame to the page, from HTML, and returns the answer that the frame's own script got.
  private func told(_ frame: String, in browser: Browser) async throws -> String? {
    try await browser.run(
      """
      return await new Promise((resolve) => {
        addEventListener("message", (event) => resolve(event.data), { once: true });
        document.body.insertAdjacentHTML("beforeend", frame);
      });
      """, ["frame": frame]) as? String
  }

  private var report: String {
    "<script>\(ask).then((v) => top.postMessage(v, '*'), (e) => top.postMessage('' + e, '*'))</script>"
  }

  func testTheMainFrameIsIdentified() async throws {
    let browser = browser()
    try await browser.open("<p>")
    let told = try await browser.run("return await \(ask)") as? String
    XCTAssertEqual(told, "main test://page.example")
  }

  func testASameOriginFrameIsIdentified() async throws {
    let browser = browser()
    browser.site["test://page.example/frame"] = report
    try await browser.open("<body>")
    let told = try await told("<iframe src='test://page.example/frame'></iframe>", in: browser)
    XCTAssertEqual(told, "sub test://page.example")
  }

  func testACrossOriginFrameIsIdentified() async throws {
    let browser = browser()
    browser.site["test://other.example/frame"] = report
    try await browser.open("<body>")
    let told = try await told("<iframe src='test://other.example/frame'></iframe>", in: browser)
    XCTAssertEqual(told, "sub test://other.example")
  }

  func testASrcdocFrameHasThePagesOrigin() async throws {
    let browser = browser()
    try await browser.open("<body>")
    let told = try await told("<iframe srcdoc=\"\(report)\"></iframe>", in: browser)
    XCTAssertEqual(told, "sub test://page.example")
  }

  func testADataFrameHasAnOpaqueOrigin() async throws {
    let browser = browser()
    try await browser.open("<body>")
    let told = try await told("<iframe src=\"data:text/html,\(report)\"></iframe>", in: browser)
    XCTAssertEqual(told, "sub opaque")
  }

  func testASandboxedFrameHasAnOpaqueOrigin() async throws {
    let browser = browser()
    browser.site["test://page.example/frame"] = report
    try await browser.open("<body>")
    let told = try await told("<iframe sandbox='allow-scripts' src='test://page.example/frame'></iframe>", in: browser)
    XCTAssertEqual(told, "sub opaque")
  }

  func testANewBlankFrameIsIdentified() async throws {
    let browser = browser()
    try await browser.open("<body>")
    let told =
      try await browser.run(
        """
        const frame = document.createElement("iframe");
        document.body.append(frame);
        return await frame.contentWindow.\(ask);
        """) as? String
    XCTAssertEqual(told, "sub test://page.example")
  }

  func testABlankFrameThatLoadsAPageIsIdentified() async throws {
    let browser = browser()
    browser.site["test://page.example/frame"] = report
    try await browser.open("<body>")
    let told =
      try await browser.run(
        """
        const frame = document.createElement("iframe");
        document.body.append(frame);
        const first = await frame.contentWindow.\(ask);
        return await new Promise((resolve) => {
          addEventListener("message", (event) => resolve(first + ", " + event.data), { once: true });
          frame.src = "test://page.example/frame";
        });
        """) as? String
    XCTAssertEqual(told, "sub test://page.example, sub test://page.example")
  }

  func testAMessageFromARealmWithoutABootstrapIsRefused() async throws {
    let browser = browser()
    browser.site["test://page.example/frame"] = "<p>"
    try await browser.open("<body>")
    // In a frame that is still loading, the initial document has a window, and no script was injected in it yet.
    let told =
      try await browser.run(
        """
        const frame = document.createElement("iframe");
        frame.src = "test://page.example/frame";
        document.body.append(frame);
        try { return await frame.contentWindow.\(ask); } catch (error) { return "refused: " + error; }
        """) as? String
    XCTAssertEqual(told?.hasPrefix("refused"), true, told ?? "nil")
  }

  /// A realm without injected scripts has the engine's own `postMessage`, which sends a text unchanged.
  func testAFrameThatGuessesTokensIsRefused() async throws {
    let browser = browser()
    browser.site["test://other.example/frame"] = """
      <body><script>
      const child = document.createElement("iframe");
      child.src = "/frame2";
      document.body.append(child);
      const { mirror } = child.contentWindow.webkit.messageHandlers;
      const guesses = ["0".repeat(32), "f".repeat(32)].flatMap((token) => [token + "sx", token + "u", token + "v1"]);
      Promise.all(["", "x", ...guesses].map((text) => mirror.postMessage(text).then((told) => told, () => "refused")))
        .then((told) => top.postMessage([...new Set(told)].join(), "*"));
      </script>
      """
    browser.site["test://other.example/frame2"] = "<p>"
    try await browser.open("<body>")
    let told = try await told("<iframe src='test://other.example/frame'></iframe>", in: browser)
    XCTAssertEqual(told, "refused")
  }

  func testDocumentOpenDoesNotChangeTheIdentity() async throws {
    let browser = browser()
    try await browser.open("<body>")
    let told =
      try await browser.run(
        """
        document.open();
        document.write("<p>new");
        document.close();
        return await \(ask);
        """) as? String
    XCTAssertEqual(told, "main test://page.example")
  }
}
