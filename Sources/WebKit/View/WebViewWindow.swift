import CWebKitGTK

extension WKWebView {
  /// Ends the process that shows the page, as a crash would; Linux only, for tests of what an app does then.
  public func terminateWebProcess() {
    webkit_web_view_terminate_web_process(widget)
  }
}

/// A window that shows a web view; Linux only, where nothing else would show it.
@MainActor public final class WebViewWindow {
  /// The web view in it.
  public let webView: WKWebView
  /// Called when the person closes the window.
  public var onClose: (() -> Void)?
  private let window: UnsafeMutablePointer<GtkWindow>

  /// A window of a size in points, shown at once.
  public init(_ webView: WKWebView, title: String, width: Int, height: Int) {
    self.webView = webView
    window = UnsafeMutableRawPointer(gtk_window_new()).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_title(window, title)
    gtk_window_set_default_size(window, gint(width), gint(height))
    gtk_window_set_child(
      window, UnsafeMutableRawPointer(webView.widget).assumingMemoryBound(to: GtkWidget.self))
    connect(window, "close-request", arguments: 0) { [weak self] _ in
      self?.onClose?()
      return 0
    }
    gtk_window_present(window)
  }

  isolated deinit {
    gtk_window_set_child(window, nil)
    gtk_window_destroy(window)
  }
}
