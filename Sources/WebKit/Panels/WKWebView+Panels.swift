import CWebKitGTK

extension WKWebView {
  /// Connects WebKitGTK's signals for panels. None of them retains the web view.
  func connectPanels() {
    let scriptDialog: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, dialog, data in
      WeakWebView.with(data) {
        let signal = ScriptDialog.Signal()
        $0.run(dialog, in: signal)
        signal.isOver = true
      }
      // TRUE: WebKitGTK shows no dialog of its own.
      return 1
    }
    let fileChooser: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
      WeakWebView.with(data) { $0.run(FileChooser(request)) }
      return 1
    }
    let permission: @convention(c) (gpointer, OpaquePointer, gpointer) -> gboolean = { _, request, data in
      let isTaken = WeakWebView.with(data) { $0.takePermissionRequest(request) } ?? false
      // FALSE: WebKitGTK refuses the request.
      return isTaken ? 1 : 0
    }
    let box = WeakWebView(self)
    signals += [
      widget.connect("permission-request", box: box, unsafeBitCast(permission, to: GCallback.self)),
      widget.connect("script-dialog", box: box, unsafeBitCast(scriptDialog, to: GCallback.self)),
      widget.connect("run-file-chooser", box: box, unsafeBitCast(fileChooser, to: GCallback.self)),
    ]
  }

  private func run(_ engineDialog: OpaquePointer, in signal: ScriptDialog.Signal) {
    // Only the delegate's handler retains the dialog: a delegate that releases its handler dismisses the panel at once.
    let dialog = ScriptDialog(engineDialog, in: signal)
    // A page that asks the user to stay is left without a question, as in Apple's web view on iOS.
    guard dialog.kind != WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM else { return dialog.confirm(true) }
    guard let uiDelegate else { return dialog.close() }
    let frame = askingFrame
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
    default: dialog.close()
    }
  }

  private func run(_ chooser: FileChooser) {
    guard let uiDelegate else { return chooser.choose(nil) }
    uiDelegate.webView(self, runOpenPanelWith: chooser.parameters, initiatedByFrame: askingFrame) {
      chooser.choose($0)
    }
  }

  /// Passes a request for a camera or a microphone to the delegate. Returns false for other requests.
  private func takePermissionRequest(_ request: OpaquePointer) -> Bool {
    guard let uiDelegate, let capture = MediaCaptureRequest(request) else { return false }
    let frame = askingFrame
    uiDelegate.webView(
      self, requestMediaCapturePermissionFor: frame.securityOrigin, initiatedByFrame: frame, type: capture.type
    ) { capture.decide($0) }
    return true
  }

  /// The frame that requests a panel, as far as it can be determined, because WebKitGTK does not report it. In doubt it
  /// is not the main frame.
  private var askingFrame: WKFrameInfo {
    guard let documents = content.frames.documents(of: self), let first = documents.first else {
      return WKFrameInfo(of: nil, webView: self)
    }
    if documents.count == 1, first.isMainFrame { return first.frameInfo(in: self) }
    let haveOneOrigin = documents.allSatisfy { $0.origin.isSame(as: first.origin) }
    return WKFrameInfo(of: haveOneOrigin ? first.origin : nil, webView: self)
  }
}
