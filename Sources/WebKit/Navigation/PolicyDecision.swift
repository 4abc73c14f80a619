import CWebKitGTK

/// A decision of WebKitGTK that the delegate takes, once; one that is let go is "no".
@MainActor final class PolicyDecision {
  private let decision: UnsafeMutablePointer<WebKitPolicyDecision>
  private var isDecided = false

  init(_ decision: OpaquePointer) {
    self.decision = UnsafeMutablePointer(decision)
    g_object_ref(self.decision)
  }

  /// What would be navigated to.
  var navigationAction: WKNavigationAction? {
    guard let action = webkit_navigation_policy_decision_get_navigation_action(OpaquePointer(decision)),
      let request = webkit_navigation_action_get_request(action),
      let url = string(webkit_uri_request_get_uri(request)).flatMap(URL.init(string:))
    else { return nil }
    var urlRequest = URLRequest(url: url)
    urlRequest.httpMethod = string(webkit_uri_request_get_http_method(request)) ?? "GET"
    return WKNavigationAction(request: urlRequest)
  }

  /// What was answered.
  var navigationResponse: WKNavigationResponse? {
    let own = OpaquePointer(decision)
    guard let response = webkit_response_policy_decision_get_response(own),
      let url = string(webkit_uri_response_get_uri(response)).flatMap(URL.init(string:))
    else { return nil }
    let status = Int(webkit_uri_response_get_status_code(response))
    let type = string(webkit_uri_response_get_mime_type(response))
    let length = Int(truncatingIfNeeded: webkit_uri_response_get_content_length(response))
    let http = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    let plain = URLResponse(url: url, mimeType: type, expectedContentLength: length, textEncodingName: nil)
    return WKNavigationResponse(
      isForMainFrame: webkit_response_policy_decision_is_main_frame_main_resource(own) != 0,
      response: status > 0 ? http ?? plain : plain,
      canShowMIMEType: webkit_response_policy_decision_is_mime_type_supported(own) != 0)
  }

  /// Decides; a second decision is a programmer's mistake.
  func decide(_ isAllowed: Bool) {
    guard !isDecided else { return assertionFailure("A navigation was decided twice.") }
    isDecided = true
    if isAllowed {
      webkit_policy_decision_use(decision)
    } else {
      webkit_policy_decision_ignore(decision)
    }
  }

  isolated deinit {
    if !isDecided { webkit_policy_decision_ignore(decision) }
    g_object_unref(decision)
  }
}
