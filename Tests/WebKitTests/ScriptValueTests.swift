import WebKit
import WebTestSupport
import XCTest

/// The results of scripts as Foundation types.
@MainActor final class ScriptValueTests: XCTestCase {
  func testNumbersAtTheLimitsOfIntegersAreExact() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    for (script, expected) in [
      ("-(2 ** 63)", -0x1p63), ("2 ** 63", 0x1p63), ("-(2 ** 53)", -0x1p53), ("-(2 ** 53) - 2", -0x1p53 - 2),
      ("2 ** 1023", 0x1p1023), ("-Infinity", -.infinity), ("-0", -0.0),
    ] {
      let value = try await within(script) { try await webView.evaluateJavaScript(script) as? Double }
      XCTAssertEqual(value?.bitPattern, expected.bitPattern, script)
      let array = try await within(script) { try await webView.evaluateJavaScript("[\(script)]") as? [Double] }
      XCTAssertEqual(array?.first?.bitPattern, expected.bitPattern, script)
    }
  }

  func testAResultIsNotWrappedInAnOptional() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let value = try await webView.evaluateJavaScript("'T'")
    XCTAssertEqual(String(describing: try XCTUnwrap(value)), "T")
    let evaluated = await withCheckedContinuation { done in
      webView.evaluateJavaScript("'T'", in: nil, in: .page) { result in
        done.resume(returning: String(describing: try? result.get()))
      }
    }
    XCTAssertEqual(evaluated, #"Optional("T")"#)
    let called = await withCheckedContinuation { done in
      webView.callAsyncJavaScript("return 'T'", in: nil, in: .page) { result in
        done.resume(returning: String(describing: try? result.get()))
      }
    }
    XCTAssertEqual(called, #"Optional("T")"#)
  }

  /// As in Apple's current SDK, `undefined` is nil in each form that returns an optional.
  func testUndefinedIsNil() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let evaluated: Any? = try await webView.evaluateJavaScript("undefined")
    XCTAssertNil(evaluated)
    let inWorld: Any? = try await webView.evaluateJavaScript("undefined", contentWorld: .page)
    XCTAssertNil(inWorld)
    let called: Any? = try await webView.callAsyncJavaScript("return undefined", contentWorld: .page)
    XCTAssertNil(called)
  }

  /// WebKitGTK makes the member `__proto__` of a result its prototype.
  func testTheMemberProtoIsAMemberAndDoesNotSpill() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    for (json, expected) in [
      (#"{"__proto__":{"x":1},"a":2}"#, ["__proto__": ["x": 1], "a": 2]),
      (#"{"__proto__":[1,2],"a":2}"#, ["__proto__": [1, 2], "a": 2]),
      (#"{"__proto__":{"__proto__":{"y":1}}}"#, ["__proto__": ["__proto__": ["y": 1]]]),
      (
        #"{"constructor":1,"toString":2,"length":3,"hasOwnProperty":4,"valueOf":5,"then":6}"#,
        ["constructor": 1, "toString": 2, "length": 3, "hasOwnProperty": 4, "valueOf": 5, "then": 6]
      ),
    ] as [(String, NSDictionary)] {
      let value = try await webView.evaluateJavaScript("JSON.parse('\(json)')") as? [String: Any]
      XCTAssertEqual(value.map { NSDictionary(dictionary: $0) }, expected, json)
      let result =
        try await webView.callAsyncJavaScript(
          "return JSON.parse(json)", arguments: ["json": json], contentWorld: .page) as? [String: Any]
      XCTAssertEqual(result.map { NSDictionary(dictionary: $0) }, expected, json)
    }
    let null = try await webView.evaluateJavaScript("JSON.parse('{\"__proto__\":null}')") as? [String: Any]
    XCTAssertTrue(null?["__proto__"] is NSNull)
    let inherited = try await webView.evaluateJavaScript("Object.create({ a: 1 })") as? [String: Any]
    XCTAssertEqual(inherited?.count, 0)
  }

  func testMembersOfAnyNameArrive() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let value = try await webView.evaluateJavaScript("({ 'a\\0b': 1, 'c\\ud800': 2, '': 3, 0: 4 })") as? [String: Int]
    XCTAssertEqual(value, ["a\0b": 1, "c\u{FFFD}": 2, "": 3, "0": 4])
  }

  /// Foundation on Linux stops the program if an invalid date is printed.
  func testAnInvalidDateIsNull() async throws {
    let webView = WKWebView(frame: .zero, configuration: WKWebViewConfiguration())
    let date = try await webView.evaluateJavaScript("new Date(NaN)")
    XCTAssertEqual(date.map { "\($0)" }, "<null>")
    let list = try await webView.evaluateJavaScript("[new Date(NaN), new Date(8.64e15), new Date(-8.64e15)]") as? [Any]
    XCTAssertTrue(list?[0] is NSNull)
    XCTAssertEqual(list?[1] as? Date, Date(timeIntervalSince1970: 8.64e12))
    XCTAssertEqual(list?[2] as? Date, Date(timeIntervalSince1970: -8.64e12))
    XCTAssertEqual(list.map { "\($0)".isEmpty }, false)
  }
}
