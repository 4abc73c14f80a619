import CWebKitGTK

/// The schemes that the app serves. WebKitGTK registers schemes per process; the requesting web view determines the
/// handler.
@MainActor
enum URLSchemes {
  private static var known: Set<String> = []

  /// Registers a scheme with the engine, once in a process.
  static func register(_ scheme: String) {
    guard known.insert(scheme).inserted else { return }
    let context = webkit_web_context_get_default()
    let security = webkit_web_context_get_security_manager(context)
    webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme)
    webkit_web_context_register_uri_scheme(
      context, scheme, { request, _ in MainActor.assumeIsolated { URLSchemes.serve(request) } }, nil, nil)
  }

  private static func serve(_ request: OpaquePointer?) {
    guard let request else { return }
    let scheme = String(borrowing: webkit_uri_scheme_request_get_scheme(request)) ?? ""
    let task = URLSchemeTask(request)
    guard let webView = WebViewDirectory.webView(of: webkit_uri_scheme_request_get_web_view(request)),
      let handler = webView.configuration.urlSchemeHandler(forURLScheme: scheme)
    else { return task.didFailWithError(URLError(.unsupportedURL)) }
    webView.schemeTasks.start(task, with: handler, in: webView)
  }
}
