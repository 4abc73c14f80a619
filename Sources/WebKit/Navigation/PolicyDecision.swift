import CWebKitGTK

/// A decision that the delegate takes once. Releasing the object without a decision is a refusal; Apple's platforms
/// raise an exception.
@MainActor
final class PolicyDecision {
  private let decision: GObjectReference
  private var isDecided = false

  init(_ decision: UnsafeMutablePointer<WebKitPolicyDecision>) {
    self.decision = GObjectReference(borrowing: gpointer(decision))
  }

  /// The function to call when the delegate refuses, or chooses a download instead.
  var didRefuse: () -> Void = {}

  /// Returns the action that the decision is about; nil if Foundation cannot parse the action's URL. Only for decisions
  /// about navigations and new windows.
  func navigationAction(isForNewWindow: Bool) -> WKNavigationAction? {
    guard let action = webkit_navigation_policy_decision_get_navigation_action(decision.opaque) else { return nil }
    return WKNavigationAction(action, isForNewWindow: isForNewWindow)
  }

  /// The URL of the action's request, in the engine's spelling. Only for decisions about navigations and new windows.
  var actionURL: String {
    let request = webkit_navigation_policy_decision_get_navigation_action(decision.opaque).flatMap {
      webkit_navigation_action_get_request($0)
    }
    return request.flatMap { String(borrowing: webkit_uri_request_get_uri($0)) } ?? ""
  }

  /// The URL of the response, in the engine's spelling. Only for decisions about responses.
  var responseURL: String {
    webkit_response_policy_decision_get_response(decision.opaque).flatMap {
      String(borrowing: webkit_uri_response_get_uri($0))
    } ?? ""
  }

  /// The response that the decision is about; nil if Foundation cannot parse the response's URL. Only for decisions
  /// about responses.
  var navigationResponse: WKNavigationResponse? {
    guard let response = webkit_response_policy_decision_get_response(decision.opaque).flatMap(URLResponse.make)
    else { return nil }
    return WKNavigationResponse(
      isForMainFrame: webkit_response_policy_decision_is_main_frame_main_resource(decision.opaque) != 0,
      response: response,
      canShowMIMEType: webkit_response_policy_decision_is_mime_type_supported(decision.opaque) != 0)
  }

  /// Allows or refuses the navigation. A second decision traps in debug builds.
  func decide(_ isAllowed: Bool) {
    guard !isDecided else {
      return assertionFailure("A navigation delegate decided twice. Call the decisionHandler once.")
    }
    isDecided = true
    GLibPump.shared.wake()
    let pointer = decision.pointer.assumingMemoryBound(to: WebKitPolicyDecision.self)
    if isAllowed {
      webkit_policy_decision_use(pointer)
    } else {
      webkit_policy_decision_ignore(pointer)
      didRefuse()
    }
  }

  /// Starts a download instead of the navigation.
  func download() {
    guard !isDecided else {
      return assertionFailure("A navigation delegate decided twice. Call the decisionHandler once.")
    }
    isDecided = true
    GLibPump.shared.wake()
    webkit_policy_decision_download(decision.pointer.assumingMemoryBound(to: WebKitPolicyDecision.self))
    didRefuse()
  }

  /// Leaves the decision to the engine.
  func leaveToEngine() {
    isDecided = true
  }

  isolated deinit {
    if !isDecided { decide(false) }
  }
}

extension WKNavigationAction {
  /// Reads WebKitGTK's action; nil if Foundation cannot parse the action's URL.
  convenience init?(_ action: OpaquePointer, isForNewWindow: Bool) {
    guard let request = webkit_navigation_action_get_request(action).flatMap(URLRequest.make) else { return nil }
    self.init(
      navigationType: WKNavigationType(webkit_navigation_action_get_navigation_type(action)), request: request,
      targetFrame: isForNewWindow ? nil : WKNavigationTarget())
  }
}
