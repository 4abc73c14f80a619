@testable import WebKit
import WebTestSupport
import XCTest

/// Second answers to a message, and values that JavaScript cannot express.
@MainActor final class ReplyTests: XCTestCase {
  private final class Replier: NSObject, WKScriptMessageHandlerWithReply {
    var answers: [(Any?, String?)] = []
    let bodies = Mailbox<String>()

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
      bodies.put("\(message.body)")
      for (value, error) in answers { replyHandler(value, error) }
    }
  }

  private let replier = Replier()

  private func browser() -> Browser {
    Browser { $0.userContentController.addScriptMessageHandler(replier, contentWorld: .page, name: "app") }
  }

  private func told(_ answers: [(Any?, String?)]) async throws -> String {
    let browser = browser()
    try await browser.open("<body>")
    return try await told(answers, in: browser)
  }

  private func told(_ answers: [(Any?, String?)], in browser: Browser) async throws -> String {
    replier.answers = answers
    return try await browser.json("return await webkit.messageHandlers.app.postMessage(1).catch((error) => '' + error)")
  }

  func testASecondAnswerIsReportedAsAProgrammingError() async throws {
    let before = ScriptMessageReply.secondAnswer
    defer { ScriptMessageReply.secondAnswer = before }
    var mistakes = 0
    ScriptMessageReply.secondAnswer = { mistakes += 1 }
    let told = try await told([(1, nil), (2, nil), (nil, "no")])
    XCTAssertEqual(told, "1")
    XCTAssertEqual(mistakes, 2)
  }

  func testAValueThatCannotBeConvertedRejects() async throws {
    let told = try await told([(["url": URL.blank] as [String: Any], nil)])
    XCTAssertTrue(told.contains("URL cannot be converted to JavaScript"), told)
  }

  func testTextsAndErrorsArriveUnchanged() async throws {
    let browser = browser()
    try await browser.open("<body>")
    for text in [
      "", "\0", "a\0b", "\u{1}", "\u{1}s", "\u{1}econfused", "\u{1}E\"no\"", "[\"array\"]", "\u{2028}", "😀é\"\\",
    ] {
      let json = String(
        decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed), as: UTF8.self)
      let value = try await told([(text, nil)], in: browser)
      XCTAssertEqual(try decoded(value), text, json)
      let error = try await told([(nil, text)], in: browser)
      // The text of an error without a message has no colon.
      XCTAssertEqual(try decoded(error), text.isEmpty ? "Error" : "Error: " + text, json)
    }
  }

  private func decoded(_ json: String) throws -> String? {
    try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed) as? String
  }

  func testAPageThatReplacesBuiltInsGetsTheAnswer() async throws {
    let browser = browser()
    replier.answers = [(["list": [1, ["a": Date(timeIntervalSince1970: 5)], Double.nan]] as [String: Any], nil)]
    try await browser.open(
      """
      <script>
        const { postMessage } = webkit.messageHandlers.app, { then } = Promise.prototype, { stringify } = JSON;
        const { defineProperty } = Object;
        const broken = () => { throw new Error("the page's own"); };
        JSON.parse = Array.isArray = Object.keys = Object.entries = Array.prototype.map = broken;
        Promise.prototype.then = String.prototype.slice = String.prototype.startsWith = broken;
        Reflect.apply = Reflect.defineProperty = Reflect.getOwnPropertyDescriptor = broken;
        for (const name of ["message", "value", "0", "1", "list"]) {
          defineProperty(Object.prototype, name, { __proto__: null, set: broken, get: broken });
        }
        const post = (text) => postMessage.call(webkit.messageHandlers.app, text);
        then.call(post("ask"), (value) => void post(stringify(value)), (error) => void post("" + error));
      </script>
      """)
    let asked = try await replier.bodies.next()
    XCTAssertEqual(asked, "ask")
    let told = try await replier.bodies.next()
    XCTAssertEqual(told, #"{"list":[1,{"a":"1970-01-01T00:00:05.000Z"},null]}"#)
  }

  func testSwiftNumbersAndOptionalsAreConverted() async throws {
    let value: [String: Any] = [
      "int": 3, "big": Int64(1) << 40, "float": Float(0.5), "flag": false, "one": NSNumber(value: 1),
      "yes": NSNumber(value: true), "none": Int?.none as Any, "some": Int?(5) as Any, "list": [1, 2], "text": "\0é",
    ]
    let told = try await told([(value, nil)])
    let object = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(told.utf8)) as? NSDictionary)
    let expected: NSDictionary = [
      "int": 3, "big": Int64(1) << 40, "float": 0.5, "flag": false, "one": 1, "yes": true, "none": NSNull(), "some": 5,
      "list": [1, 2], "text": "\0é",
    ]
    XCTAssertEqual(object, expected)
    XCTAssertTrue(told.contains("\"one\":1") && told.contains("\"yes\":true"), told)
  }
}
