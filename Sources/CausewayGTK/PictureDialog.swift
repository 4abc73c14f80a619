import CWebKitGTK

/// GTK's dialog in which the user chooses an image file. It stays on the screen until the user is done or the object is
/// released.
@MainActor package final class PictureDialog {
  private var dialog: gpointer?
  private let onEnd: (String?) -> Void

  /// Shows the dialog.
  /// - Parameters:
  ///   - parent: the window to which the dialog belongs. It takes no input while the dialog is visible. Nil means the
  ///     program's active window.
  ///   - onEnd: called once, with the file's path, or nil if the user chose none. Not called if the object is released
  ///     earlier.
  package init(
    over parent: UnsafeMutablePointer<GtkWindow>? = nil, title: String, onEnd: @escaping (String?) -> Void
  ) {
    self.onEnd = onEnd
    let dialog = cwk_picture_dialog_new(parent ?? Self.activeWindow, title)
    self.dialog = dialog
    let response: @convention(c) (gpointer, gint, gpointer) -> Void = { _, code, data in
      MainActor.assumeIsolated { Unmanaged<WeakDialog>.fromOpaque(data).takeUnretainedValue().dialog?.didRespond(code) }
    }
    cwk_signal_connect(
      dialog, "response", unsafeBitCast(response, to: GCallback.self),
      Unmanaged.passRetained(WeakDialog(self)).toOpaque(),
      { data, _ in data.map { Unmanaged<WeakDialog>.fromOpaque($0).release() } })
    cwk_picture_dialog_show(dialog)
    g_main_context_wakeup(nil)
  }

  /// Does not call `onEnd`, because the owner is releasing this object and must not be called at that time.
  isolated deinit {
    close()
  }

  private func didRespond(_ code: gint) {
    guard let dialog else { return }
    let path = code == GTK_RESPONSE_ACCEPT.rawValue ? cwk_picture_dialog_path(dialog) : nil
    defer { g_free(path) }
    let file = path.map { String(cString: $0) }
    close()
    onEnd(file)
  }

  private func close() {
    guard let dialog else { return }
    self.dialog = nil
    cwk_picture_dialog_destroy(dialog)
    g_main_context_wakeup(nil)
  }

  private static var activeWindow: UnsafeMutablePointer<GtkWindow>? {
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    let active = sequence(first: windows, next: { $0?.pointee.next }).lazy
      .compactMap { $0?.pointee.data?.assumingMemoryBound(to: GtkWindow.self) }
      .first { gtk_window_is_active($0) != 0 }
    return active ?? PageWindow.first
  }
}

/// The weak reference that the dialog's signal retains.
@MainActor private final class WeakDialog {
  private(set) weak var dialog: PictureDialog?

  init(_ dialog: PictureDialog) {
    self.dialog = dialog
  }
}
