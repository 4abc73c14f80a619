#if os(Linux)
import WebKit
import WebKitTesting
import Testing
import XCTest

@MainActor @Suite(.ifOnMainThread) struct CountingTests {
  @Test func thePageCounts() async throws {
    let sum = try await WKWebView().evaluateJavaScript("1 + 1") as? Int
    #expect(sum == 2)
  }
}

final class SwiftTestingTests: XCTestCase {
  @MainActor func testSwiftTesting() async {
    await runSwiftTesting()
  }
}
#endif
