import CWebKitGTK

/// The proof of which web view a document is in, if several web views have one content manager: the web view of a
/// window that a page opened, and the web view of the opener.
///
/// The document's agent requests a URL of this module's own scheme, and WebKitGTK reports which web view sends each
/// such request. The URL contains a number of 122 random bits, which the agent has reported to the app before. No page can
/// read the number before that request, so a page cannot forge the request.
@MainActor
enum ViewProof {
  /// The scheme, which an app may not register.
  static let scheme = "webkitgtk-view"
  /// The part of the URL before the number.
  static let stem = "\(scheme)://proof/"

  private static var isPrepared = false

  /// Registers the scheme with the engine. Must run before a web view loads its first page.
  static func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    let context = webkit_web_context_get_default()
    let security = webkit_web_context_get_security_manager(context)
    // Register the scheme as secure. Otherwise the requests of secure pages would be blocked as mixed content.
    webkit_security_manager_register_uri_scheme_as_secure(security, scheme)
    webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme)
    webkit_web_context_register_uri_scheme(
      context, scheme, { request, _ in MainActor.assumeIsolated { ViewProof.receive(request) } }, nil, nil)
  }

  private static func receive(_ request: OpaquePointer?) {
    guard let request else { return }
    let number = (String(borrowing: webkit_uri_scheme_request_get_uri(request)) ?? "").dropFirst(stem.count)
    if let webView = WebViewDirectory.webView(of: webkit_uri_scheme_request_get_web_view(request)) {
      webView.content.frames.place(proof: String(number), in: webView)
    }
    // Known and unknown numbers get the same empty response, so that a page learns nothing.
    let stream = g_memory_input_stream_new()!
    webkit_uri_scheme_request_finish(request, stream, 0, "text/plain")
    g_object_unref(stream)
  }
}
