import WebKit
import XCTest

@MainActor final class PageTests: XCTestCase {
  func testThePageCounts() async throws {
    let webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: WKWebViewConfiguration())
    let sum = try await webView.callAsyncJavaScript("return a + 1", arguments: ["a": 1], contentWorld: .page)
    XCTAssertEqual(sum as? Int, 2)
  }
}
