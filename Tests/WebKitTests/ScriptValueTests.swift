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
    XCTAssertEqual(String(describing: value), "T")
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
    let nothing = try await webView.evaluateJavaScript("undefined")
    XCTAssertEqual(String(describing: nothing), "nil")
  }
}
