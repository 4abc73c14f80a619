import CWebKitGTK
import CausewayPrompts

/// A window with a question for the user. Escape and the close button dismiss it.
@MainActor package final class DialogWindow {
  /// GTK's window object, which this object retains.
  package let widget: Widget
  /// Called when the user wants to dismiss the window. The window stays until ``close()``.
  package var onDismiss: () -> Void = {}
  /// The delay before the user can approve; nil for a window without an approval. It begins when the window is first
  /// painted, and again when the user returns to the window, because a user who clicks the window to see it has not
  /// read it yet.
  private let delay: ApprovalDelay?
  /// Whether the window has been painted at least once, so that the user may have seen it.
  package private(set) var isSeen = false
  private let width: Int
  /// The window's height at the last paint, in pixels.
  private var paintedHeight: gint = 0
  private var isClosed = false

  /// Creates the window without showing it.
  /// - Parameters:
  ///   - width: the window's width, in pixels.
  ///   - delay: the delay before the user can approve; nil for a window that approves nothing.
  package init(title: String, width: Int, delay: ApprovalDelay? = nil) {
    self.delay = delay
    self.width = width
    widget = gtk_window_new()
    // Retain the window, because GTK releases its own reference when the window is closed.
    g_object_ref(widget)
    let bar = gtk_header_bar_new()!
    gtk_header_bar_set_decoration_layout(bar.opaque, ":close")
    gtk_window_set_title(window, title)
    gtk_window_set_default_size(window, gint(width), -1)
    gtk_window_set_titlebar(window, bar)
    connectDismissal()
    connectDelay()
  }

  /// Replaces the content of the window. A window that was painted gets the height of the new content.
  package func setContent(_ content: Widget) {
    gtk_window_set_child(window, content)
    // Reset the height, because the previous content may have been taller.
    if isSeen { gtk_window_set_default_size(window, gint(width), -1) }
  }

  /// Shows the window.
  /// - Parameters:
  ///   - parent: the window that the question is about. It takes no input while this window is visible.
  ///   - focus: the widget that gets the focus. The user may press it by accident, with Return or the space bar.
  package func show(before parent: UnsafeMutablePointer<GtkWindow>?, focus: Widget?) {
    gtk_window_set_transient_for(window, parent)
    gtk_window_set_modal(window, 1)
    gtk_window_present(window)
    gtk_window_set_focus(window, focus)
    wakeGLib()
  }

  /// Closes the window. Has no effect if the window is closed already.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    gtk_window_destroy(window)
    wakeGLib()
  }

  /// Shows changes of the content, and makes the window taller if the content needs more room, because GTK does not do
  /// that for a visible window.
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

  /// Wakes GLib's main loop, which would otherwise not notice a change that was made outside its callbacks.
  private func wakeGLib() { g_main_context_wakeup(nil) }

  private func connectDismissal() {
    let closed: @convention(c) (gpointer, gpointer) -> gboolean = { _, data in
      MainActor.assumeIsolated { Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue().body() }
      // Return TRUE. Otherwise GTK would destroy the window, which only `close()` may do.
      return 1
    }
    cwk_signal_connect(
      widget, "close-request", unsafeBitCast(closed, to: GCallback.self),
      ClosureBox.retained { [weak self] in self?.onDismiss() }, ClosureBox.release)
    let escape = gtk_shortcut_controller_new()
    let key = gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(0))
    gtk_shortcut_controller_add_shortcut(escape, gtk_shortcut_new(key, gtk_named_action_new("window.close")))
    gtk_widget_add_controller(widget, escape)
  }

  private func connectDelay() {
    widget.connect("map") { [weak self] in
      guard let self, let clock = gtk_widget_get_frame_clock(widget) else { return }
      let painted: @convention(c) (gpointer, gpointer) -> Void = { _, data in
        MainActor.assumeIsolated { Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue().body() }
      }
      cwk_signal_connect(
        gpointer(clock), "after-paint", unsafeBitCast(painted, to: GCallback.self),
        ClosureBox.retained { [weak self] in self?.didPaint() }, ClosureBox.release)
    }
    widget.connect(changeOf: "is-active") { [weak self] in
      guard let self, isSeen, gtk_window_is_active(window) != 0 else { return }
      delay?.begin()
    }
  }

  private func didPaint() {
    checkHeight()
    guard !isSeen else { return }
    isSeen = true
    delay?.begin()
  }
  /// Makes the window taller if its height has changed and is too small. The check in ``update()`` is not enough,
  /// because the display server may carry out an earlier request for a size after that check.
  private func checkHeight() {
    let height = gtk_widget_get_height(widget)
    guard height != paintedHeight else { return }
    paintedHeight = height
    var minimum: gint = 0
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width(widget), &minimum, nil, nil, nil)
    if minimum > height { update() }
  }
}
