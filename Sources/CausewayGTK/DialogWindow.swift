import CWebKitGTK

/// A window that asks a person something: Escape and closing it dismiss it, and it cannot be approved at once.
@MainActor package final class DialogWindow {
  /// GTK's window.
  package let widget: Widget
  /// Called when a person wants it gone. It stays until ``close()``.
  package var onDismiss: () -> Void = {}
  /// The time before it can be approved. It begins when the window is painted, and anew when a person comes back to it:
  /// who clicks into it to see it has not read it.
  package let delay: ApprovalDelay
  /// Whether it has been painted.
  package private(set) var isSeen = false
  private let width: Int
  private var isClosed = false

  /// A window that is not shown yet.
  /// - Parameters:
  ///   - width: in pixels.
  ///   - startTimer: how time passes.
  package init(title: String, width: Int, startTimer: @escaping GLibTimer.Start) {
    delay = ApprovalDelay(startTimer: startTimer)
    self.width = width
    widget = gtk_window_new()
    // GTK's own reference goes when the window is closed, by whomever.
    g_object_ref(widget)
    let bar = gtk_header_bar_new()!
    gtk_header_bar_set_decoration_layout(bar.opaque, ":close")
    gtk_window_set_title(window, title)
    gtk_window_set_default_size(window, gint(width), -1)
    gtk_window_set_titlebar(window, bar)
    connectDismissal()
    connectDelay()
  }

  /// What is in it.
  package func setContent(_ content: Widget) {
    gtk_window_set_child(window, content)
    // What was there before may have been higher.
    if isSeen { gtk_window_set_default_size(window, gint(width), -1) }
  }

  /// Shows it.
  /// - Parameters:
  ///   - parent: the window that it is about, which takes no input meanwhile.
  ///   - focus: what Return and the space bar press, without a look.
  package func show(before parent: UnsafeMutablePointer<GtkWindow>?, focus: Widget?) {
    gtk_window_set_transient_for(window, parent)
    gtk_window_set_modal(window, 1)
    gtk_window_present(window)
    gtk_window_set_focus(window, focus)
    wakeGLib()
  }

  /// Takes it away; of no effect on one that is gone.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    gtk_window_destroy(window)
    wakeGLib()
  }

  /// Shows what has changed in it, and makes room for what has become higher: a window that is there does not do so by itself.
  package func update() {
    let width = max(gtk_widget_get_width(widget), gint(self.width))
    var height: gint = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
    if height > gtk_widget_get_height(widget) { gtk_window_set_default_size(window, width, height) }
    wakeGLib()
  }

  isolated deinit {
    g_object_unref(widget)
  }

  private var window: UnsafeMutablePointer<GtkWindow> { cwk_window(widget) }

  /// It may be no callback of GLib's that brought us here: GLib is to look what has changed.
  private func wakeGLib() { g_main_context_wakeup(nil) }

  private func connectDismissal() {
    let closed: @convention(c) (gpointer, gpointer) -> gboolean = { _, data in
      MainActor.assumeIsolated { Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body() }
      // It is destroyed where it was made.
      return 1
    }
    cwk_signal_connect(
      widget, "close-request", unsafeBitCast(closed, to: GCallback.self),
      Action.retained { [weak self] in self?.onDismiss() }, Action.release)
    let escape = gtk_shortcut_controller_new()
    let key = gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(0))
    gtk_shortcut_controller_add_shortcut(escape, gtk_shortcut_new(key, gtk_named_action_new("window.close")))
    gtk_widget_add_controller(widget, escape)
  }

  private func connectDelay() {
    widget.connect("map") { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(widget) else { return }
      let painted: @convention(c) (gpointer, gpointer) -> Void = { _, data in
        MainActor.assumeIsolated { Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body() }
      }
      cwk_signal_connect(
        gpointer(clock), "after-paint", unsafeBitCast(painted, to: GCallback.self),
        Action.retained { [weak self] in self?.didPaint() }, Action.release)
    }
    widget.connect(changeOf: "is-active") { [weak self] in
      guard let self, isSeen, gtk_window_is_active(window) != 0 else { return }
      delay.begin()
    }
  }

  private func didPaint() {
    guard !isSeen else { return }
    isSeen = true
    delay.begin()
  }
}
