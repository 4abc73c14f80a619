#if os(Linux)
import Causeway
@testable import CausewayWebKit
@testable import WebKit
import XCTest

/// Pages that come back from the page cache. On Linux there is no page cache, so the tests give the host the messages
/// that such pages post on Apple's platforms, in the same order.
@MainActor final class PageCacheTests: XCTestCase {
  private let policy = Policy(frames: .sameOrigin, origins: .any)

  /// A document whose messages the test posts.
  @MainActor private struct PostingDocument {
    private let host: WebViewHost
    private let webView: WKWebView
    private let frame: WKFrameInfo
    /// The name of the document, of its life and of its bytes.
    private let name: String

    init(_ digit: Character, isMainFrame: Bool, origin: String, in webView: WKWebView, of host: WebViewHost) {
      self.host = host
      self.webView = webView
      let document = FrameDocument(
        number: 1, isMainFrame: isMainFrame, origin: WKSecurityOrigin(serialized: origin), url: nil)
      frame = WKFrameInfo(document, webView: webView)
      name = String(repeating: digit, count: PostedMessage.nameLength)
    }

    func begin() {
      host.receiveLife(message("+" + name)) { _, _ in }
      host.receive(message(name + "+" + name + name)) { _, _ in }
    }

    func end() {
      host.receiveLife(message("-" + name)) { _, _ in }
    }

    private func message(_ body: String) -> WKScriptMessage {
      WKScriptMessage(body: body, webView: webView, frameInfo: frame, name: "", world: .page)
    }
  }

  func testASubFrameThatComesBackBeforeItsMainFrameBelongsToIt() async {
    let bridge = Bridge()
    let host = WebViewHost(bridge: bridge)
    let webView = WKWebView()
    let previous = PostingDocument("a", isMainFrame: true, origin: "test://previous.example", in: webView, of: host)
    previous.begin()
    previous.end()
    PostingDocument("b", isMainFrame: false, origin: "test://page.example", in: webView, of: host).begin()
    PostingDocument("c", isMainFrame: false, origin: "test://other.example", in: webView, of: host).begin()
    XCTAssertEqual(bridge.frames.compactMap { policy.refusal(of: $0) }, [.foreignFrame, .foreignFrame])
    PostingDocument("d", isMainFrame: true, origin: "test://page.example", in: webView, of: host).begin()
    XCTAssertEqual(
      bridge.frames.filter { policy.refusal(of: $0) == nil }.map(\.description).sorted(),
      ["main frame of test://page.example", "sub-frame of test://page.example"])
    XCTAssertEqual(bridge.frames.count, 3)
  }

  func testTheMainFrameOfAnotherWebViewDoesNotMatter() async {
    let bridge = Bridge()
    let host = WebViewHost(bridge: bridge)
    let webViews = [WKWebView(), WKWebView()]
    PostingDocument("a", isMainFrame: false, origin: "test://page.example", in: webViews[0], of: host).begin()
    PostingDocument("b", isMainFrame: true, origin: "test://page.example", in: webViews[1], of: host).begin()
    XCTAssertEqual(bridge.frames.compactMap { policy.refusal(of: $0) }, [.foreignFrame])
    XCTAssertEqual(bridge.frames.count, 2)
  }
}
#endif
