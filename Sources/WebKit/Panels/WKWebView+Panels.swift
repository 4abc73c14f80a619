import CWebKitGTK

extension WKWebView {
  /// Connects WebKitGTK's signals of panels and windows. None of them retains the web view.
  func connectPanels() {
    let box = WeakWebView(self)
    let scriptDialog: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, dialog, data in
      WeakWebView.with(data) { $0.run(ScriptDialog(dialog)) }
      // TRUE: WebKitGTK shows none of its own.
      return 1
    }
    let create: @convention(c) (gpointer, OpaquePointer, gpointer) -> gpointer? = { _, action, data in
      let widget = WeakWebView.with(data) { UInt(bitPattern: $0.createWebView(for: action)?.widget.gtk) }
      return widget.flatMap { gpointer(bitPattern: $0) }
    }
    let close: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      WeakWebView.with(data) { $0.uiDelegate?.webViewDidClose($0) }
    }
    signals += [
      widget.connect("script-dialog", box: box, unsafeBitCast(scriptDialog, to: GCallback.self)),
      widget.connect("create", box: box, unsafeBitCast(create, to: GCallback.self)),
      widget.connect("close", box: box, unsafeBitCast(close, to: GCallback.self)),
    ]
  }

  private func run(_ dialog: ScriptDialog) {
    guard let uiDelegate else { return dialog.close() }
    // WebKitGTK does not say which frame asks: the safe answer is that it is not the main one.
    let frame = WKFrameInfo(isMainFrame: false, url: nil, webView: self)
    switch dialog.kind {
    case WEBKIT_SCRIPT_DIALOG_ALERT:
      uiDelegate.webView(self, runJavaScriptAlertPanelWithMessage: dialog.message, initiatedByFrame: frame) {
        dialog.close()
      }
    case WEBKIT_SCRIPT_DIALOG_CONFIRM:
      uiDelegate.webView(self, runJavaScriptConfirmPanelWithMessage: dialog.message, initiatedByFrame: frame) {
        dialog.confirm($0)
      }
    case WEBKIT_SCRIPT_DIALOG_PROMPT:
      uiDelegate.webView(
        self, runJavaScriptTextInputPanelWithPrompt: dialog.message, defaultText: dialog.defaultText,
        initiatedByFrame: frame
      ) { dialog.prompt($0) }
    default:
      // A page that asks to stay is left, as in Apple's web view on iOS.
      dialog.confirm(true)
    }
  }

  private func createWebView(for action: OpaquePointer) -> WKWebView? {
    guard let uiDelegate, let action = WKNavigationAction(action) else { return nil }
    let configuration = configuration.snapshot()
    configuration.opener = self
    let webView = uiDelegate.webView(
      self, createWebViewWith: configuration, for: action, windowFeatures: WKWindowFeatures())
    precondition(
      webView == nil || webView?.configuration.opener === self,
      "The web view for a new window was not made with the configuration that the delegate was given")
    return webView
  }
}
