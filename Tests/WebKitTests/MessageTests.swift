import WebKit
import WebTestSupport
import XCTest

/// Messages as the app receives them from a page, and answers as the page receives them.
@MainActor final class MessageTests: XCTestCase {
  private final class Recorder: NSObject, WKScriptMessageHandlerWithReply {
    var bodies: [Any] = []
    var replies: [@MainActor (Any?, String?) -> Void] = []
    var answer: ((Any) -> (Any?, String?))? = { _ in (nil, nil) }

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
      bodies.append(message.body)
      if let answer {
        let (value, error) = answer(message.body)
        replyHandler(value, error)
      } else {
        replies.append(replyHandler)
      }
    }
  }

  private let recorder = Recorder()

  private func page() async throws -> Browser {
    let browser = Browser {
      $0.userContentController.addScriptMessageHandler(self.recorder, contentWorld: .page, name: "app")
    }
    try await browser.open("<body>")
    return browser
  }

  private func post(_ value: String, _ browser: Browser) async throws -> String? {
    try await browser.run(
      "try { return 'ok ' + await webkit.messageHandlers.app.postMessage(\(value)); } catch (error) { return error.name + ': ' + error.message; }"
    )
      as? String
  }

  /// A Swift string cannot contain a lone surrogate, so U+FFFD replaces each one.
  func testALoneSurrogateIsReplacedAndTheRestOfTheTextArrives() async throws {
    let browser = try await page()
    for (script, expected) in [
      ("'a\\ud800b'", "a\u{FFFD}b"), ("'\\udc00' + 'é'.repeat(3) + '\\ud800'", "\u{FFFD}ééé\u{FFFD}"),
      ("'\\ud83d\\ude00'", "😀"),
      ("{ text: 'a\\ud800b' }", "a\u{FFFD}b"),
    ] {
      recorder.bodies = []
      let told = try await post(script, browser)
      XCTAssertEqual(told, "ok undefined")
      let body = recorder.bodies.first
      XCTAssertEqual(body as? String ?? (body as? [String: Any])?["text"] as? String, expected, script)
    }
    let value = try await browser.webView.evaluateJavaScript("'a\\ud800b'") as? String
    XCTAssertEqual(value, "a\u{FFFD}b")
  }

  func testValuesArriveInTypesThatCastAsOnApple() async throws {
    let browser = try await page()
    let told = try await post(
      "{ s: 'text', n: 1, f: 1.5, t: true, z: null, u: undefined, a: [1, 'x', undefined], d: new Date(5000), o: { k: {} } }",
      browser)
    XCTAssertEqual(told, "ok undefined")
    let body = try XCTUnwrap(recorder.bodies.first as? [String: Any])
    XCTAssertEqual(body["s"] as? String, "text")
    XCTAssertEqual(body["n"] as? Int, 1)
    XCTAssertEqual(body["f"] as? Double, 1.5)
    XCTAssertEqual(body["t"] as? Bool, true)
    XCTAssertTrue(body["z"] is NSNull)
    XCTAssertNil(body["u"])
    XCTAssertEqual((body["a"] as? [Any])?.count, 3)
    XCTAssertTrue((body["a"] as? [Any])?[2] is NSNull)
    XCTAssertEqual(body["d"] as? Date, Date(timeIntervalSince1970: 5))
    XCTAssertNotNil((body["o"] as? [String: AnyHashable])?["k"] as? [String: Any])
  }

  func testSpecialNumbersAndTextsArriveUnchanged() async throws {
    let browser = try await page()
    _ = try await post("[NaN, Infinity, -0, 9007199254740991, '\\u2028\\0</script>\\\\\"\\'😀']", browser)
    let body = try XCTUnwrap(recorder.bodies.first as? [Any])
    XCTAssertEqual((body[0] as? Double)?.isNaN, true)
    XCTAssertEqual(body[1] as? Double, .infinity)
    XCTAssertEqual((body[2] as? Double)?.sign, .minus)
    XCTAssertEqual(body[3] as? Int, 9_007_199_254_740_991)
    XCTAssertEqual(body[4] as? String, "\u{2028}\0</script>\\\"'😀")
  }

  /// Foundation on Linux stops the program if an invalid date is printed.
  func testAnInvalidDateArrivesAsNull() async throws {
    let browser = try await page()
    for message in ["new Date(NaN)", "{ date: new Date('x') }", "[new Date(8.64e15 + 1)]"] {
      let told = try await post(message, browser)
      XCTAssertEqual(told, "ok undefined")
    }
    XCTAssertEqual(recorder.bodies.count, 3)
    XCTAssertTrue(recorder.bodies.first is NSNull)
    XCTAssertTrue((recorder.bodies[1] as? [String: Any])?["date"] is NSNull)
    XCTAssertTrue((recorder.bodies[2] as? [Any])?.first is NSNull)
    XCTAssertEqual("\(recorder.bodies)".isEmpty, false)
  }

  /// The structured copy of a value calls no `toJSON`, as on Apple's platforms.
  func testToJSONIsNotCalled() async throws {
    let browser = try await page()
    try await browser.run(toJSONOnPrototypes)
    _ = try await post("{ list: [1, [2]], date: new Date(5000), own: { toJSON: 7, a: 1 } }", browser)
    let body = try XCTUnwrap(recorder.bodies.first as? [String: Any])
    XCTAssertEqual(body["list"] as? [AnyHashable], [1, [2]])
    XCTAssertEqual(body["date"] as? Date, Date(timeIntervalSince1970: 5))
    XCTAssertEqual(body["own"] as? [String: Int], ["toJSON": 7, "a": 1])
  }

  func testValuesThatCannotBeClonedReject() async throws {
    let browser = try await page()
    for value in ["() => 1", "Symbol()", "(() => { const o = {}; o.o = o; return o; })()", "window", "document.body"] {
      let told = try await post(value, browser)
      XCTAssertEqual(told?.hasPrefix("DataCloneError"), true, "\(value): \(told ?? "nil")")
    }
    XCTAssertTrue(recorder.bodies.isEmpty)
  }

  func testMembersThatCannotBeConvertedAreOmitted() async throws {
    let browser = try await page()
    browser.site["test://other.example/frame"] = "<body>"
    try await browser.run(
      """
      const frame = document.body.appendChild(document.createElement("iframe"));
      await new Promise((resolve) => { frame.onload = resolve; frame.src = "test://other.example/frame"; });
      window.stranger = frame.contentWindow;
      """)
    let told = try await post(
      """
      { kept: 1, stranger, date: { [Symbol.toStringTag]: "Date" }, text: { [Symbol.toStringTag]: "String" },
        flag: { __proto__: null, [Symbol.toStringTag]: "Boolean" }, get failing() { throw new Error("no"); }, f() {}, s: Symbol(), n: 1n, window, node: document.body,
        map: new Map([[1, 2]]), frame: document.body.appendChild(document.createElement("iframe")).contentWindow,
        list: [2, () => 1, window, new Uint8Array(3)], inner: { f() {}, also: "kept" } }
      """, browser)
    XCTAssertEqual(told, "ok undefined")
    let body = try XCTUnwrap(recorder.bodies.first as? [String: AnyHashable])
    XCTAssertEqual(body.keys.sorted(), ["inner", "kept", "list"])
    XCTAssertEqual(body["kept"], 1)
    XCTAssertEqual(body["inner"] as? [String: String], ["also": "kept"])
    let list = try XCTUnwrap(body["list"] as? [AnyHashable])
    XCTAssertEqual(list.map { $0 is NSNull }, [false, true, true, true])
  }

  func testAnObjectOfAClassWithItsOwnTagArrivesAsADictionary() async throws {
    let browser = try await page()
    _ = try await post("new (class { get [Symbol.toStringTag]() { return 'Price'; } amount = 3 })()", browser)
    XCTAssertEqual(recorder.bodies.first as? [String: Int], ["amount": 3])
  }

  /// Values that the page can clone and for which Swift has no counterpart.
  func testAMessageWithoutASwiftCounterpartArrivesAsNull() async throws {
    let browser = try await page()
    for value in [
      "new DOMException('text')", "new DOMMatrix()", "new Map([[1, 2]])", "new Set([1])", "new Error('text')", "/a/",
      "1n",
      "new Uint8Array(3)", "new Blob(['a'])",
    ] {
      recorder.bodies = []
      let told = try await post(value, browser)
      XCTAssertEqual(told, "ok undefined", value)
      XCTAssertTrue(recorder.bodies.first is NSNull, "\(value): \(recorder.bodies)")
    }
  }

  func testAnErrorTextRejects() async throws {
    let browser = try await page()
    recorder.answer = { _ in (nil, "no such thing") }
    let told = try await post("1", browser)
    XCTAssertEqual(told, "Error: no such thing")
  }

  func testAnswersKeepTheirTypes() async throws {
    let browser = try await page()
    recorder.answer = { _ in
      (["a": [1, 2.5, true, "x", NSNull()] as [Any], "d": Date(timeIntervalSince1970: 1)] as [String: Any], nil)
    }
    let told = try await browser.json(
      "const v = await webkit.messageHandlers.app.postMessage(1); return [v.a, v.d instanceof Date, +v.d];")
    XCTAssertEqual(told, "[[1,2.5,true,\"x\",null],true,1000]")
  }

  func testReleasingTheReplyHandlerRejects() async throws {
    let browser = try await page()
    recorder.answer = nil
    let told = Task { try await post("1", browser) }
    try await eventually("the message comes") { !recorder.replies.isEmpty }
    recorder.replies = []
    let text = try await told.value
    XCTAssertEqual(text?.hasPrefix("Error"), true, text ?? "nil")
  }

  func testALateReplyToAnOldPageHasNoEffect() async throws {
    let browser = try await page()
    recorder.answer = nil
    _ = try await browser.run(
      "webkit.messageHandlers.app.postMessage('old').then((v) => { window.late = v; }, () => {}); return 1")
    try await eventually("the message comes") { !recorder.replies.isEmpty }
    try await browser.open("<body>")
    recorder.replies.removeFirst()("late", nil)
    recorder.answer = { _ in (1, nil) }
    _ = try await post("2", browser)
    let late = try await browser.json("return window.late")
    XCTAssertEqual(late, "undefined")
  }

  func testHandlersCanBeAddedAndRemovedWhileAPageIsLoaded() async throws {
    let browser = try await page()
    let later = Recorder()
    let controller = browser.webView.configuration.userContentController
    controller.addScriptMessageHandler(later, contentWorld: .page, name: "later")
    let told = try await browser.json("return await webkit.messageHandlers.later.postMessage(5)")
    XCTAssertEqual(told, "undefined")
    XCTAssertEqual(later.bodies.first as? Int, 5)
    controller.removeScriptMessageHandler(forName: "later")
    let gone = try await browser.json("return typeof webkit.messageHandlers.later")
    XCTAssertEqual(gone, "\"undefined\"")
  }

  func testAHandlerInAnotherWorldIsInvisibleToThePage() async throws {
    let browser = try await page()
    let hidden = Recorder()
    let world = WKContentWorld.world(name: "hidden")
    browser.webView.configuration.userContentController.addScriptMessageHandler(
      hidden, contentWorld: world, name: "hidden")
    let page = try await browser.json("return typeof webkit.messageHandlers.hidden")
    XCTAssertEqual(page, "\"undefined\"")
    _ = try await browser.webView.callAsyncJavaScript(
      "return await webkit.messageHandlers.hidden.postMessage('x')", contentWorld: world)
    XCTAssertEqual(hidden.bodies.first as? String, "x")
  }

  /// Every web view begins with an empty document, as on Apple's platforms.
  func testAMessageFromAWebViewThatHasLoadedNothingArrives() async throws {
    let recorder = MessageRecorder()
    let world = WKContentWorld.world(name: "other")
    let browser = Browser {
      $0.userContentController.add(recorder, name: "plain")
      $0.userContentController.add(recorder, contentWorld: world, name: "plain")
    }
    for (world, body) in [(WKContentWorld.page, "first"), (world, "second")] {
      let told = try await browser.webView.callAsyncJavaScript(
        "return 'told ' + await webkit.messageHandlers.plain.postMessage(body)", arguments: ["body": body],
        contentWorld: world)
      XCTAssertEqual(told as? String, "told undefined")
      let message = try await recorder.messages.next()
      XCTAssertEqual(message.body as? String, body)
      XCTAssertEqual(message.frameInfo.summary, "main opaque")
      XCTAssertTrue(message.webView === browser.webView)
    }
    // The empty document's state must not reach the first page.
    try await browser.open("<body>")
    _ = try await browser.run("webkit.messageHandlers.plain.postMessage('third')")
    let third = try await recorder.messages.next()
    XCTAssertEqual(third.frameInfo.summary, "main test://page.example")
  }

  func testMessagesOfTwoWebViewsThatHaveLoadedNothingAreDistinguished() async throws {
    let recorder = MessageRecorder()
    let configuration = WKWebViewConfiguration()
    configuration.userContentController.add(recorder, name: "plain")
    let webViews = [0, 1].map { _ in WKWebView(frame: .zero, configuration: configuration) }
    for webView in webViews {
      try await webView.evaluateJavaScript("webkit.messageHandlers.plain.postMessage(1); 0")
      let message = try await recorder.messages.next()
      XCTAssertTrue(message.webView === webView)
    }
  }

  func testWindowWebkitIsAbsentWithoutHandlers() async throws {
    let browser = Browser()
    try await browser.open("<body>")
    let told = try await browser.json("return typeof window.webkit")
    XCTAssertEqual(told, "\"undefined\"")
  }

  func testATextOfSixteenMegabytesArrives() async throws {
    let browser = try await page()
    _ = try await post("'x'.repeat(16 << 20)", browser)
    XCTAssertEqual((recorder.bodies.first as? String)?.utf8.count, 16 << 20)
  }
}
