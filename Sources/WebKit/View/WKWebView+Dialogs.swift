import CWebKitGTK

extension WKWebView {
  /// Lets the delegate answer the dialogs of pages; without a delegate they are answered as if dismissed.
  func connectDialogs() {
    connect(widget, "script-dialog", arguments: 1) { [weak self] arguments in
      guard let self, let dialog = pointer(arguments[0]) else { return 1 }
      answer(dialog)
      return 1
    }
  }

  private func answer(_ dialog: OpaquePointer) {
    let message = string(webkit_script_dialog_get_message(dialog)) ?? ""
    // WebKitGTK does not say which frame asks.
    let frame = WKFrameInfo(mainFrameAt: url, webView: self)
    webkit_script_dialog_ref(dialog)
    func close() {
      webkit_script_dialog_close(dialog)
      webkit_script_dialog_unref(dialog)
    }
    switch webkit_script_dialog_get_dialog_type(dialog) {
    case WEBKIT_SCRIPT_DIALOG_ALERT:
      guard let uiDelegate else { return close() }
      uiDelegate.webView(self, runJavaScriptAlertPanelWithMessage: message, initiatedByFrame: frame) { close() }
    case WEBKIT_SCRIPT_DIALOG_CONFIRM:
      guard let uiDelegate else { return close() }
      uiDelegate.webView(self, runJavaScriptConfirmPanelWithMessage: message, initiatedByFrame: frame) { isConfirmed in
        webkit_script_dialog_confirm_set_confirmed(dialog, isConfirmed ? 1 : 0)
        close()
      }
    case WEBKIT_SCRIPT_DIALOG_PROMPT:
      guard let uiDelegate else { return close() }
      let text = string(webkit_script_dialog_prompt_get_default_text(dialog))
      uiDelegate.webView(
        self, runJavaScriptTextInputPanelWithPrompt: message, defaultText: text, initiatedByFrame: frame
      ) { answer in
        if let answer { webkit_script_dialog_prompt_set_text(dialog, answer) }
        close()
      }
    default:
      // Leaving a page that asks to stay: Apple's web view on iOS leaves.
      webkit_script_dialog_confirm_set_confirmed(dialog, 1)
      close()
    }
  }
}
