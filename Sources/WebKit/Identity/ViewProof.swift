import CWebKitGTK

/// Tells which web view a document is in, where several have one content manager: that of a window which a page opened,
/// and its opener's.
///
/// The document's agent asks for a URL of a scheme of this module's own, and WebKitGTK says which web view each such
/// request is from. The URL has a number of 128 bits that the agent told the app of before and that no page knows then,
/// so that a request of a page proves nothing.
@MainActor
enum ViewProof {
  /// The scheme, which no app may have for itself.
  static let scheme = "webkitgtk-view"
  /// What the number stands behind.
  static let stem = "\(scheme)://proof/"

  private static var isPrepared = false

  /// Makes the scheme known to the engine. Every web view needs it before it has a page.
  static func prepare() {
    guard !isPrepared else { return }
    isPrepared = true
    let context = webkit_web_context_get_default()
    let security = webkit_web_context_get_security_manager(context)
    // Or it would be mixed content to secure pages.
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
    // Known and unknown numbers get the same, nothing.
    let stream = g_memory_input_stream_new()!
    webkit_uri_scheme_request_finish(request, stream, 0, "text/plain")
    g_object_unref(stream)
  }
}
