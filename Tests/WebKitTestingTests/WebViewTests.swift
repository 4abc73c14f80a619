import Foundation
import Testing
import WebKit
import WebKitTesting

/// Tests of web views in Swift Testing, as a user of the package would write them.
@MainActor @Suite(.ifOnMainThread, .timeLimit(.minutes(10))) struct WebViewTests {
  @MainActor private final class Delegate: NSObject, WKNavigationDelegate {
    var finish: (() -> Void)?
    func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finish?() }
  }

  private let webView = WKWebView()
  private let delegate = Delegate()

  @Test("A script returns its value", arguments: [("1 + 1", 2), ("[1, 2, 3].length", 3)])
  func evaluates(script: String, expected: Int) async throws {
    let value = try await webView.evaluateJavaScript(script) as? Int
    #expect(value == expected)
    #expect(Thread.isMainThread)
  }

  @Test("A page can be used after its load has ended")
  func loads() async throws {
    webView.navigationDelegate = delegate
    await withCheckedContinuation { continuation in
      delegate.finish = { continuation.resume() }
      webView.loadHTMLString("<title>Here</title>", baseURL: nil)
    }
    let title = try await webView.evaluateJavaScript("document.title") as? String
    #expect(title == "Here")
  }
}

/// A test that fails. Only ``MainThreadTests`` runs it.
@Suite(.enabled(if: MainThreadTests.isExpectingFailure)) struct FailingTests {
  @Test("This failure is expected; MainThreadTests checks for it") func fails() {
    #expect(Bool(false))
  }
}
