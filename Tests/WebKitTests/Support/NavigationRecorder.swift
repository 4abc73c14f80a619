import WebKit
import WebTestSupport
import XCTest

/// A navigation delegate that delivers its calls to a test as texts such as `start first`: the event, and the name that
/// the test gave to the navigation. The name is `page` for a navigation that the test did not start.
@MainActor final class NavigationRecorder: NSObject, WKNavigationDelegate {
  let events = Mailbox<String>()
  /// The paths whose navigation actions are refused.
  var refusedActions: Set<String> = []
  /// The paths whose navigation responses are refused.
  var refusedResponses: Set<String> = []
  /// The gate at which each decision about an action waits; nil for no wait.
  var actionGate: Gate?
  /// The function to call before each decision about an action.
  var willDecide: (() -> Void)?
  /// The function to call after each decision about an action, in the same turn of the main thread.
  var didDecide: (() -> Void)?
  /// The function to call when a navigation fails before its commit.
  var didFail: (() -> Void)?
  /// The actions for which the delegate was called.
  private(set) var actions: [WKNavigationAction] = []
  /// The error of the latest failure, as the delegate got it.
  private(set) var failure: (any Error)?
  /// The error of the latest failure.
  var error: NSError? { failure.map { $0 as NSError } }
  private var names: [(WKNavigation, String)] = []

  /// Sets the name of a navigation in the delivered texts.
  func name(_ navigation: WKNavigation?, _ name: String) {
    if let navigation { names.append((navigation, name)) }
  }

  /// Returns the next `count` events.
  func next(_ count: Int) async throws -> [String] {
    var events: [String] = []
    do {
      for _ in 0..<count { events.append(try await self.events.next()) }
    } catch {
      XCTFail("of \(count) events, only these arrived: \(events)")
      throw error
    }
    return events
  }

  private func put(_ event: String, _ navigation: WKNavigation?) {
    events.put("\(event) \(names.first { $0.0 === navigation }?.1 ?? (navigation == nil ? "nil" : "page"))")
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
    decisionHandler: @escaping @MainActor (WKNavigationActionPolicy) -> Void
  ) {
    actions.append(navigationAction)
    willDecide?()
    let policy: WKNavigationActionPolicy =
      refusedActions.contains(navigationAction.request.url?.path ?? "") ? .cancel : .allow
    guard let actionGate else {
      decisionHandler(policy)
      didDecide?()
      return
    }
    Task {
      await actionGate.pass()
      decisionHandler(policy)
      didDecide?()
    }
  }

  func webView(
    _ webView: WKWebView, decidePolicyFor navigationResponse: WKNavigationResponse
  ) async -> WKNavigationResponsePolicy {
    refusedResponses.contains(navigationResponse.response.url?.path ?? "") ? .cancel : .allow
  }

  func webView(_ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!) {
    put("start", navigation)
  }

  func webView(_ webView: WKWebView, didReceiveServerRedirectForProvisionalNavigation navigation: WKNavigation!) {
    put("redirect", navigation)
  }

  func webView(_ webView: WKWebView, didCommit navigation: WKNavigation!) { put("commit", navigation) }

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { put("finish", navigation) }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    failure = error
    put("fail \(self.error?.domain ?? "") \(self.error?.code ?? 0)", navigation)
  }

  func webView(
    _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
  ) {
    failure = error
    put("fail provisional \(self.error?.domain ?? "") \(self.error?.code ?? 0)", navigation)
    didFail?()
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { events.put("terminate") }
}
