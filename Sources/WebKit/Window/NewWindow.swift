import CWebKitGTK

/// A window that a page requests, while the delegate makes the web view for the window.
@MainActor
final class NewWindow {
  /// The web view that the delegate made for the window; nil until then.
  weak var webView: WKWebView?

  private weak var opener: WKWebView?

  init(opener: WKWebView) {
    self.opener = opener
  }

  /// Returns the web view whose page opens the window. Only the first call does so, which the first web view with the
  /// window's configuration makes; later calls return nil.
  ///
  /// WebKitGTK gives the new web view the scripts, handlers and session of its opener. The program stops if the
  /// configuration has another content controller or another data store.
  func claim(with configuration: WKWebViewConfiguration) -> WKWebView? {
    guard let opener else { return nil }
    self.opener = nil
    precondition(
      configuration.userContentController === opener.content.controller,
      "On Linux, the web view of a new window must have the user content controller of the web view that opens it")
    precondition(
      configuration.websiteDataStore === opener.configuration.websiteDataStore,
      "The web view of a new window must have the data store of the web view that opens it")
    return opener
  }

  /// Records that the delegate has decided. Later web views with the configuration are independent of the opener.
  func end() {
    opener = nil
  }
}

/// The handler of one emission of WebKitGTK's signal for a window that a page opens. Asks the UI delegate for the web
/// view of that window.
///
/// The value may retain the web view, because the value exists for one emission only and the web view does not store
/// it.
@MainActor
struct WindowRequest {
  private let webView: WKWebView

  /// Connects the signals. The connections do not retain the web view.
  static func connect(to webView: WKWebView) -> [SignalConnection] {
    let create: @convention(c) (gpointer, OpaquePointer, gpointer) -> UnsafeMutablePointer<GtkWidget>? = {
      _, action, data in
      // Return a borrowed pointer, because GLib adds a reference for the signal's value, and WebKit does not keep its
      // own reference.
      (WeakWebView.with(data) { EngineWidget(pointer: WindowRequest(webView: $0).makeWebView(for: action)) })?.pointer
    }
    let close: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      WeakWebView.with(data) { $0.uiDelegate?.webViewDidClose($0) }
    }
    let box = WeakWebView(webView)
    return [
      webView.widget.connect("create", box: box, unsafeBitCast(create, to: GCallback.self)),
      webView.widget.connect("close", box: box, unsafeBitCast(close, to: GCallback.self)),
    ]
  }

  /// Asks the delegate for the web view of a window that a page opens; returns nil if the delegate opens no window.
  private func makeWebView(for action: OpaquePointer) -> UnsafeMutablePointer<GtkWidget>? {
    guard let delegate = webView.uiDelegate else { return nil }
    // `window.open("")` has no URL and shows a blank page.
    let action =
      WKNavigationAction(action, isForNewWindow: true)
      ?? WKNavigationAction(navigationType: .other, request: URLRequest(url: .blank), targetFrame: nil)
    let window = NewWindow(opener: webView)
    defer { window.end() }
    let configuration = webView.configuration.snapshot()
    configuration.newWindow = window
    let newWebView = delegate.webView(
      webView, createWebViewWith: configuration, for: action, windowFeatures: WKWindowFeatures())
    guard let newWebView else { return nil }
    precondition(window.webView === newWebView, "Returned WKWebView was not created with the given configuration.")
    return newWebView.widget.gtk
  }
}

/// A wrapper that carries a widget out of the main actor. This is safe, because GLib calls signal handlers and reads
/// their results on the main thread.
private struct EngineWidget: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<GtkWidget>?
}
