import CWebKitGTK

/// A panel that a page waits for. The panel can be answered once; releasing the object without an answer dismisses the
/// panel.
@MainActor
final class ScriptDialog {
  private let dialog: OpaquePointer
  private var isClosed = false
  private let signal: Signal

  /// The signal that requests a dialog. If the dialog is answered before the signal's handler returns, WebKitGTK closes
  /// the dialog itself, so the app must not close it.
  @MainActor final class Signal {
    var isOver = false
  }

  init(_ dialog: OpaquePointer, in signal: Signal) {
    self.dialog = webkit_script_dialog_ref(dialog)
    self.signal = signal
  }

  var kind: WebKitScriptDialogType { webkit_script_dialog_get_dialog_type(dialog) }

  var message: String { String(borrowing: webkit_script_dialog_get_message(dialog)) ?? "" }

  var defaultText: String? { String(borrowing: webkit_script_dialog_prompt_get_default_text(dialog)) }

  /// Answers a `confirm` dialog or a `beforeunload` dialog.
  func confirm(_ isConfirmed: Bool) {
    close { webkit_script_dialog_confirm_set_confirmed(dialog, isConfirmed ? 1 : 0) }
  }

  /// Answers `prompt`. For nil, the page gets null.
  func prompt(_ text: String?) {
    close { if let text { webkit_script_dialog_prompt_set_text(dialog, text) } }
  }

  /// Closes an `alert` dialog, or dismisses any other dialog.
  func close() {
    close {}
  }

  private func close(_ answer: () -> Void) {
    guard !isClosed else { return }
    isClosed = true
    GLibPump.shared.wake()
    answer()
    if signal.isOver { webkit_script_dialog_close(dialog) }
  }

  isolated deinit {
    close()
    webkit_script_dialog_unref(dialog)
  }
}
