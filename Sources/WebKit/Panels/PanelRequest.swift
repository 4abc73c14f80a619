import CWebKitGTK

/// The handler of one signal of WebKitGTK for a panel or a permission, which passes the request to the UI delegate.
///
/// The value may retain the web view, because the value exists for one signal only and the web view does not store it.
@MainActor
struct PanelRequest {
  private let webView: WKWebView

  /// Connects the signals. The connections do not retain the web view.
  static func connect(to webView: WKWebView) -> [SignalConnection] {
    let scriptDialog: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, dialog, data in
      WeakWebView.with(data) {
        let signal = ScriptDialog.Signal()
        PanelRequest(webView: $0).run(dialog, in: signal)
        signal.isOver = true
      }
      // Return TRUE. Otherwise WebKitGTK would show its own dialog.
      return 1
    }
    let fileChooser: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
      WeakWebView.with(data) { PanelRequest(webView: $0).run(FileChooser(request)) }
      return 1
    }
    let permission: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
      WeakWebView.with(data) { PanelRequest(webView: $0).decide(on: request) }
      // Return TRUE. Otherwise WebKitGTK would decide itself, and for example lock the pointer.
      return 1
    }
    // Return TRUE. Otherwise WebKitGTK would show its own dialog or notification, which Apple's web view does not. The
    // dialog for prints stops the page, and a program that pumps GLib from another loop.
    let omitted: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, _, _ in 1 }
    let color: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
      // In a window the page gets GTK's dialog for colors, as it gets the system's panel on Apple's platforms. Without a
      // window, nobody could answer the dialog.
      let isShown = WeakWebView.with(data) { gtk_widget_get_root($0.widget.gtk) != nil } == true
      if !isShown { webkit_color_chooser_request_cancel(request) }
      return isShown ? 0 : 1
    }
    let box = WeakWebView(webView)
    let signals = [
      webView.widget.connect("permission-request", box: box, unsafeBitCast(permission, to: GCallback.self)),
      webView.widget.connect("print", box: box, unsafeBitCast(omitted, to: GCallback.self)),
      webView.widget.connect("show-notification", box: box, unsafeBitCast(omitted, to: GCallback.self)),
      webView.widget.connect("run-color-chooser", box: box, unsafeBitCast(color, to: GCallback.self)),
    ]
    if webView.configuration.isControlledByAutomation {
      return signals + AutomatedPanels.connect(to: webView, box: box)
    }
    return signals + [
      webView.widget.connect("script-dialog", box: box, unsafeBitCast(scriptDialog, to: GCallback.self)),
      webView.widget.connect("run-file-chooser", box: box, unsafeBitCast(fileChooser, to: GCallback.self)),
    ]
  }

  private func run(_ engineDialog: OpaquePointer, in signal: ScriptDialog.Signal) {
    // Only the delegate's handler retains the dialog, so a delegate that releases its handler dismisses the panel at
    // once.
    let dialog = ScriptDialog(engineDialog, in: signal)
    // Leave a page with a `beforeunload` listener without asking the user, as Apple's web view does on iOS.
    guard dialog.kind != WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM else { return dialog.confirm(true) }
    guard let delegate = webView.uiDelegate else { return dialog.close() }
    let frame = requestingFrame
    switch dialog.kind {
    case WEBKIT_SCRIPT_DIALOG_ALERT:
      delegate.webView(webView, runJavaScriptAlertPanelWithMessage: dialog.message, initiatedByFrame: frame) {
        dialog.close()
      }
    case WEBKIT_SCRIPT_DIALOG_CONFIRM:
      delegate.webView(webView, runJavaScriptConfirmPanelWithMessage: dialog.message, initiatedByFrame: frame) {
        dialog.confirm($0)
      }
    case WEBKIT_SCRIPT_DIALOG_PROMPT:
      delegate.webView(
        webView, runJavaScriptTextInputPanelWithPrompt: dialog.message, defaultText: dialog.defaultText,
        initiatedByFrame: frame
      ) { dialog.prompt($0) }
    default: dialog.close()
    }
  }

  private func run(_ chooser: FileChooser) {
    guard let delegate = webView.uiDelegate else { return chooser.choose(nil) }
    delegate.webView(webView, runOpenPanelWith: chooser.parameters, initiatedByFrame: requestingFrame) {
      chooser.choose($0)
    }
  }

  /// Passes a request for a camera or a microphone to the delegate, and refuses all other requests.
  private func decide(on request: OpaquePointer) {
    guard let delegate = webView.uiDelegate, let capture = MediaCaptureRequest(request) else {
      return webkit_permission_request_deny(request)
    }
    let frame = requestingFrame
    delegate.webView(
      webView, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame, type: capture.type
    ) { capture.decide($0) }
  }

  /// The frame that requests a panel. WebKitGTK does not report the frame. If the main frame's document is not the only
  /// one, the frame counts as a sub-frame.
  private var requestingFrame: WKFrameInfo {
    guard let documents = webView.content.frames.documents(of: webView), let first = documents.first else {
      return WKFrameInfo(of: nil, webView: webView)
    }
    if documents.count == 1, first.isMainFrame { return first.frameInfo(in: webView) }
    let haveOneOrigin = documents.allSatisfy { $0.origin.isSame(as: first.origin) }
    return WKFrameInfo(of: haveOneOrigin ? first.origin : nil, webView: webView)
  }
}
