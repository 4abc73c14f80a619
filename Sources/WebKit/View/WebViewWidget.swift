import CWebKitGTK

/// The WebKitGTK widget of a web view.
@MainActor
final class WebViewWidget {
  /// The store whose session the widget must not outlive.
  private let dataStore: WKWebsiteDataStore
  private let widget: GObjectReference
  /// The widget's settings, which no other widget shares.
  let settings: OpaquePointer
  /// Whether ``WKPreferences`` allow the scripts of pages.
  var isJavaScriptEnabled = true { didSet { updateContentJavaScript() } }
  /// Whether the page's ``WKWebpagePreferences`` allow its scripts.
  var allowsContentJavaScript = true { didSet { updateContentJavaScript() } }
  /// The web view, which is set at the end of the web view's initialization.
  weak var webView: WKWebView? {
    didSet { WebViewDirectory.add(self) }
  }

  /// Creates the widget for a web view with a configuration.
  ///
  /// - Parameter opener: the widget whose page opens the window for which this widget is made; nil for no such window.
  init(_ configuration: WKWebViewConfiguration, _ manager: GObjectReference, opener: WebViewWidget?) {
    dataStore = configuration.websiteDataStore
    let view =
      opener.map { cwk_related_web_view_new($0.engine) }
      ?? cwk_web_view_new(
        manager.opaque, dataStore.session.opaque, configuration.autoplayPolicy, configuration.isControlledByAutomation)
    widget = GObjectReference(owning: view)
    settings = webkit_web_view_get_settings(view)
    configuration.preferences.attach(self)
    allowsContentJavaScript = configuration.defaultWebpagePreferences.allowsContentJavaScript
    updateContentJavaScript()
    // Turn the page cache off, because a page that returns from the cache would keep its identity, and no script would
    // report its return.
    webkit_settings_set_enable_page_cache(settings, 0)
    setUserAgent(custom: nil, application: configuration.applicationNameForUserAgent)
    ViewProof.prepare()
    for scheme in configuration.schemeHandlers.keys { URLSchemes.register(scheme) }
  }

  private func updateContentJavaScript() {
    let isAllowed = isJavaScriptEnabled && allowsContentJavaScript
    webkit_settings_set_enable_javascript_markup(settings, isAllowed ? 1 : 0)
  }

  /// WebKitGTK's web view. Reading the property wakes GLib, because the caller is about to use the web view.
  var engine: UnsafeMutablePointer<WebKitWebView> {
    // Check the thread, because code that does not use actors can read this property on any thread, and GTK crashes on
    // any thread but the main one.
    precondition(Thread.isMainThread, "Use a web view only on the main thread")
    GLibPump.shared.wake()
    return widget.pointer.assumingMemoryBound(to: WebKitWebView.self)
  }

  /// The URL of the page that is shown or being loaded.
  var url: URL? { String(borrowing: webkit_web_view_get_uri(engine)).flatMap { URL(string: $0) } }

  var gtk: UnsafeMutablePointer<GtkWidget> { cwk_widget(engine) }

  /// Sets the size of the page's layout, in logical pixels. Does nothing in a window, which determines the size.
  func layOut(_ size: CGSize) {
    guard gtk_widget_get_root(gtk) == nil else { return }
    // Outside of a window no container allocates a size. GTK requires a measurement before the allocation.
    gtk_widget_measure(gtk, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
    var allocation = GtkAllocation(x: 0, y: 0, width: gint(size.width), height: gint(size.height))
    gtk_widget_size_allocate(gtk, &allocation, -1)
  }

  /// Sets the user agent: the custom one, or WebKit's with the application's name.
  func setUserAgent(custom: String?, application: String?) {
    if let custom, !custom.isEmpty { return webkit_settings_set_user_agent(settings, custom) }
    webkit_settings_set_user_agent(settings, nil)
    guard let application, let own = String(borrowing: webkit_settings_get_user_agent(settings)) else { return }
    webkit_settings_set_user_agent(settings, "\(own) \(application)")
  }

  /// Connects a signal of the widget. GLib retains only `box`.
  func connect(_ signal: String, box: AnyObject, _ callback: GCallback) -> SignalConnection {
    SignalConnection(widget, signal, box: box, callback: callback)
  }

  isolated deinit {
    WebViewDirectory.remove(self)
    GLibPump.shared.wake()
  }
}
