import WebKit
import WebTestSupport
import XCTest

/// Arguments and replies that contain the same structure more than once. As on Apple's platforms, a Swift collection is
/// copied at each position, and a Foundation object stays one object.
@MainActor final class ArgumentTests: XCTestCase {
  private final class Replier: NSObject, WKScriptMessageHandlerWithReply {
    var answer: Any?

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
      replyHandler(answer, nil)
    }
  }

  /// A script that returns how deep `root` is, counted along its members `0`.
  private static let walk = """
    let depth = 0;
    for (let at = root; typeof at[0] === "object"; at = at[0]) depth += 1;
    return depth;
    """

  private static func arrays() -> Any {
    var structure: [Any] = ["end"]
    for _ in 0..<64 { structure = [structure, structure] }
    return structure
  }

  private static func objects() -> Any {
    var structure: [String: Any] = ["0": "end"]
    for _ in 0..<64 { structure = ["0": structure, "1": structure] }
    return structure
  }

  func testAStructureWith2To64PathsReachesThePage() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    for (name, root) in [("arrays", Self.arrays()), ("objects", Self.objects())] {
      let walked = try await within(name) {
        try await webView.callAsyncJavaScript(Self.walk, arguments: ["root": root], contentWorld: .page) as? Int
      }
      XCTAssertEqual(walked, 64, name)
    }
  }

  func testAReplyWith2To64PathsReachesThePage() async throws {
    let replier = Replier()
    let browser = Browser {
      $0.userContentController.addScriptMessageHandler(replier, contentWorld: .page, name: "app")
    }
    try await browser.open("<body>")
    replier.answer = Self.objects()
    let script = "const root = await webkit.messageHandlers.app.postMessage(1); \(Self.walk)"
    let walked = try await within("reply") { try await browser.json(script) }
    XCTAssertEqual(walked, "64")
  }

  func testASubframeGetsAStructureWith2To64Paths() async throws {
    let recorder = MessageRecorder()
    let browser = Browser { $0.userContentController.add(recorder, name: "app") }
    browser.site["test://other.example/"] = "<script>webkit.messageHandlers.app.postMessage('here')</script>"
    try await browser.open("<iframe src='test://other.example/'></iframe>")
    let frame = try await recorder.messages.next().frameInfo
    let walked = try await within("a call") {
      try await browser.webView.callAsyncJavaScript(
        Self.walk, arguments: ["root": Self.arrays()], in: frame, contentWorld: .page) as? Int
    }
    XCTAssertEqual(walked, 64)
  }

  func testAFoundationCollectionStaysOneObject() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let array = NSArray(object: 1)
    let dictionary = NSDictionary(object: 1, forKey: "a" as NSString)
    let isOne = try await webView.callAsyncJavaScript(
      "return root[0] === root[1] && root[2] === root[3] && JSON.stringify(root)",
      arguments: ["root": [array, array, dictionary, dictionary]], contentWorld: .page)
    XCTAssertEqual(isOne as? String, #"[[1],[1],{"a":1},{"a":1}]"#)
  }

  func testASwiftCollectionIsCopiedAtEachPosition() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let rows: [String: [Int]] = ["a": [0, 0]]
    let argument: [Any?] = [Array(repeating: [0, 0], count: 2), rows, rows, nil]
    let text = try await webView.callAsyncJavaScript(
      "root[0][0][0] = 1; root[1].a[1] = 2; return JSON.stringify(root)", arguments: ["root": argument],
      contentWorld: .page)
    XCTAssertEqual(text as? String, #"[[[1,0],[0,0]],{"a":[0,2]},{"a":[0,0]},null]"#)
  }

  func testEqualCollectionsBecomeSeparateObjects() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let empty: [Any] = []
    let none: [String: Any] = [:]
    let value = try await webView.callAsyncJavaScript(
      "root[0].push(1); root[2].a = 1; root[4].push(2); return JSON.stringify(root)",
      arguments: ["root": [empty, empty, none, none, [1], [1]]], contentWorld: .page)
    XCTAssertEqual(value as? String, #"[[1],[],{"a":1},{},[1,2],[1]]"#)
  }

  func testADeepStructureArrives() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    var root: [Any] = ["end"]
    for _ in 0..<5000 { root = [root] }
    let walked = try await within("a deep structure") {
      try await webView.callAsyncJavaScript(
        "let depth = 0; for (; typeof root === 'object'; root = root[0]) depth += 1; return depth",
        arguments: ["root": root], contentWorld: .page) as? Int
    }
    XCTAssertEqual(walked, 5001)
  }

  func testADateOfNaNBecomesAnInvalidDate() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let text = try await webView.callAsyncJavaScript(
      "return '' + date", arguments: ["date": Date(timeIntervalSince1970: .nan)], contentWorld: .page)
    XCTAssertEqual(text as? String, "Invalid Date")
  }
}
