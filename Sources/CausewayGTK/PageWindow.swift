import CWebKitGTK

/// A lookup of the window that shows a page.
@MainActor package enum PageWindow {
  /// The first visible window with a web view; nil if there is none.
  package static var first: UnsafeMutablePointer<GtkWindow>? {
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    var place = windows
    while let item = place {
      let window = item.pointee.data.assumingMemoryBound(to: GtkWindow.self)
      let child = gtk_window_get_child(window)
      let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
      if let child, g_type_check_instance_is_a(child.cast(to: GTypeInstance.self), webkit_web_view_get_type()) != 0,
        gtk_widget_get_visible(widget) != 0
      {
        return window
      }
      place = item.pointee.next
    }
    return nil
  }
}
