@testable import WebKit
import WebTestSupport
import XCTest

/// Answers that come twice, and values that have no form in JavaScript.
@MainActor final class ReplyTests: XCTestCase {
  private final class Replier: NSObject, WKScriptMessageHandlerWithReply {
    var answers: [(Any?, String?)] = []

    func userContentController(
      _ userContentController: WKUserContentController, didReceive message: WKScriptMessage,
      replyHandler: @escaping @MainActor (Any?, String?) -> Void
    ) {
      for (value, error) in answers { replyHandler(value, error) }
    }
  }

  private let replier = Replier()

  private func told(_ answers: [(Any?, String?)]) async throws -> String {
    let browser = Browser {
      $0.userContentController.addScriptMessageHandler(replier, contentWorld: .page, name: "app")
    }
    replier.answers = answers
    try await browser.open("<body>")
    return try await browser.json("return await webkit.messageHandlers.app.postMessage(1).catch((error) => '' + error)")
  }

  func testASecondAnswerIsTheProgrammersMistake() async throws {
    let before = ScriptMessageReply.secondAnswer
    defer { ScriptMessageReply.secondAnswer = before }
    var mistakes = 0
    ScriptMessageReply.secondAnswer = { mistakes += 1 }
    let told = try await told([(1, nil), (2, nil), (nil, "no")])
    XCTAssertEqual(told, "1")
    XCTAssertEqual(mistakes, 2)
  }

  func testAValueWithoutAFormRejects() async throws {
    let told = try await told([(["url": URL.blank] as [String: Any], nil)])
    XCTAssertTrue(told.contains("URL has no form in JavaScript"), told)
  }

  func testSwiftsOwnTypesAndOptionals() async throws {
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
