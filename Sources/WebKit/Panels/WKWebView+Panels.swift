import CWebKitGTK

extension WKWebView {
  /// Connects WebKitGTK's signal of panels. It does not retain the web view.
  func connectPanels() {
    let scriptDialog: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, dialog, data in
      WeakWebView.with(data) {
        let dialog = ScriptDialog(dialog)
        $0.run(dialog)
        dialog.signalDidEnd()
      }
      // TRUE: WebKitGTK shows none of its own.
      return 1
    }
    signals.append(
      widget.connect("script-dialog", box: WeakWebView(self), unsafeBitCast(scriptDialog, to: GCallback.self)))
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
}
