import CWebKitGTK

extension WKWebView {
  /// Connects WebKitGTK's signals for windows. None of them retains the web view.
  func connectWindows() {
    let create: @convention(c) (gpointer, OpaquePointer, gpointer) -> UnsafeMutablePointer<GtkWidget>? = {
      _, action, data in
      // The pointer is borrowed: GLib adds a reference for the signal's value, and WebKit does not keep its own
      // reference.
      (WeakWebView.with(data) { EngineWidget(pointer: $0.createWebView(for: action)) })?.pointer
    }
    let close: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      WeakWebView.with(data) { $0.uiDelegate?.webViewDidClose($0) }
    }
    let box = WeakWebView(self)
    signals += [
      widget.connect("create", box: box, unsafeBitCast(create, to: GCallback.self)),
      widget.connect("close", box: box, unsafeBitCast(close, to: GCallback.self)),
    ]
  }

  /// Asks the delegate for the web view of a window that a page opens; returns nil for no window.
  private func createWebView(for action: OpaquePointer) -> UnsafeMutablePointer<GtkWidget>? {
    guard let uiDelegate else { return nil }
    // `window.open("")` has no URL and shows a blank page.
    let action =
      WKNavigationAction(action, isForNewWindow: true)
      ?? WKNavigationAction(navigationType: .other, request: URLRequest(url: .blank), targetFrame: nil)
    let window = NewWindow(opener: self)
    defer { window.end() }
    let configuration = configuration.snapshot()
    configuration.newWindow = window
    let webView = uiDelegate.webView(
      self, createWebViewWith: configuration, for: action, windowFeatures: WKWindowFeatures())
    guard let webView else { return nil }
    precondition(window.webView === webView, "Returned WKWebView was not created with the given configuration.")
    return webView.widget.gtk
  }
}

/// Carries a widget out of the main actor. This is safe, because GLib calls signal handlers and reads the result on the
/// main thread.
private struct EngineWidget: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GtkWidget>?
}
