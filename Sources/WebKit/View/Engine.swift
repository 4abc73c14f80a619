import CWebKitGTK

/// What all web views of a process share in WebKitGTK.
@MainActor enum Engine {
  private static let context = webkit_web_context_new()!
  private static var schemes: Set<String> = []
  private static var views: [UInt: WeakView] = [:]

  private struct WeakView {
    weak var view: WKWebView?
  }

  /// A widget for a configuration.
  static func makeWidget(
    _ configuration: WKWebViewConfiguration, _ manager: OpaquePointer
  ) -> UnsafeMutablePointer<WebKitWebView> {
    for scheme in configuration.schemeHandlers.keys { register(scheme) }
    let settings = webkit_settings_new()
    defer { g_object_unref(UnsafeMutableRawPointer(settings)) }
    webkit_settings_set_enable_page_cache(settings, 0)
    if let name = configuration.applicationNameForUserAgent {
      webkit_settings_set_user_agent_with_application_details(settings, name, nil)
    }
    // What a widget is made of can only be said by names and values.
    let properties: [(String, UnsafeMutableRawPointer)] = [
      ("web-context", UnsafeMutableRawPointer(context)),
      ("network-session", UnsafeMutableRawPointer(configuration.websiteDataStore.session)),
      ("user-content-manager", UnsafeMutableRawPointer(manager)),
      ("settings", UnsafeMutableRawPointer(settings!)),
    ]
    var values = properties.map { property in
      var value = GValue()
      g_value_init(&value, g_object_get_type_of(property.1))
      g_value_set_object(&value, property.1)
      return value
    }
    defer { for place in values.indices { g_value_unset(&values[place]) } }
    let names = properties.map { strdup($0.0) }
    defer { names.forEach { free($0) } }
    var constNames = names.map { UnsafePointer<CChar>($0) }
    let object = g_object_new_with_properties(
      webkit_web_view_get_type(), guint(properties.count), &constNames, &values)!
    g_object_ref_sink(object)
    return UnsafeMutableRawPointer(object).assumingMemoryBound(to: WebKitWebView.self)
  }

  static func register(_ view: WKWebView) {
    views[UInt(bitPattern: view.widget)] = WeakView(view: view)
  }

  /// Lets go of a widget whose web view is gone.
  static func release(_ widget: UnsafeMutablePointer<WebKitWebView>) {
    views[UInt(bitPattern: widget)] = nil
    webkit_web_view_try_close(widget)
    g_object_unref(widget)
  }

  /// Makes a scheme known to the engine, once; who serves it depends on the web view that asks.
  private static func register(_ scheme: String) {
    guard schemes.insert(scheme).inserted else { return }
    let security = webkit_web_context_get_security_manager(context)
    webkit_security_manager_register_uri_scheme_as_secure(security, scheme)
    webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme)
    webkit_web_context_register_uri_scheme(
      context, scheme,
      { request, _ in
        let word = UInt(bitPattern: request)
        MainActor.assumeIsolated {
          if let request = OpaquePointer(bitPattern: word) { Engine.serve(request) }
        }
      }, nil, nil)
  }

  private static func serve(_ request: OpaquePointer) {
    let view = webkit_uri_scheme_request_get_web_view(request).flatMap { views[UInt(bitPattern: $0)]?.view }
    let task = URLSchemeTask(request)
    guard let view, let scheme = task.request.url?.scheme?.lowercased(),
      let handler = view.configuration.schemeHandlers[scheme]
    else {
      return task.didFailWithError(URLError(.unsupportedURL))
    }
    handler.webView(view, start: task)
  }
}

/// The type of an object, which GObject keeps in its class.
private func g_object_get_type_of(_ object: UnsafeMutableRawPointer) -> GType {
  object.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type
}
