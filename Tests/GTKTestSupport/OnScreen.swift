import CWebKitGTK
import CausewayGTK

/// Functions that find the contents of windows that a user sees, and that act like a user.
@MainActor package enum OnScreen {
  /// Returns a widget and all widgets in it.
  package static func all(in widget: Widget) -> [Widget] {
    var found = [widget]
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      found += all(in: next)
      child = gtk_widget_get_next_sibling(next)
    }
    return found
  }

  package static func labels(in widget: Widget) -> [Widget] {
    all(in: widget).filter { isA($0, gtk_label_get_type()) }
  }

  /// Returns the texts of the labels in a widget.
  package static func texts(in widget: Widget) -> [String] {
    labels(in: widget).map { String(cString: gtk_label_get_text(OpaquePointer($0))) }
  }

  package static func isA(_ widget: Widget, _ type: GType) -> Bool {
    g_type_check_instance_is_a(widget.cast(to: GTypeInstance.self), type) != 0
  }

  package static func isSensitive(_ widget: Widget) -> Bool { gtk_widget_is_sensitive(widget) != 0 }

  /// Activates a button, like a press of the Return key. Has no effect on a disabled button.
  package static func press(_ button: Widget) {
    if isSensitive(button) { gtk_widget_activate(button) }
    g_main_context_wakeup(nil)
  }

  /// Emits a signal without arguments, as GTK does when the user presses a key.
  package static func emit(_ signal: String, from widget: Widget) {
    var instance = GValue()
    let type = widget.cast(to: GTypeInstance.self).pointee.g_class.pointee.g_type
    g_value_init(&instance, type)
    g_value_set_object(&instance, widget)
    g_signal_emitv(&instance, g_signal_lookup(signal, type), 0, nil)
    g_value_unset(&instance)
    g_main_context_wakeup(nil)
  }

  /// Performs the actions of a window's shortcuts for the Escape key.
  package static func pressEscape(in widget: Widget) {
    let controllers = gtk_widget_observe_controllers(widget)
    defer { controllers.map { g_object_unref(gpointer($0)) } }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let controller = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(controller) }
      let instance = controller.assumingMemoryBound(to: GTypeInstance.self)
      guard g_type_check_instance_is_a(instance, gtk_shortcut_controller_get_type()) != 0 else { continue }
      for place in 0..<g_list_model_get_n_items(OpaquePointer(controller)) {
        guard let shortcut = g_list_model_get_item(OpaquePointer(controller), place) else { continue }
        defer { g_object_unref(shortcut) }
        let trigger = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(OpaquePointer(shortcut)))
        defer { g_free(trigger) }
        guard let trigger, String(cString: trigger) == "Escape" else { continue }
        gtk_shortcut_action_activate(
          gtk_shortcut_get_action(OpaquePointer(shortcut)), GtkShortcutActionFlags(0), widget, nil)
      }
    }
    g_main_context_wakeup(nil)
  }

  /// Returns the window with this title; nil if it is not on the screen.
  package static func window(titled title: String) -> Widget? {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    return sequence(first: list, next: { $0?.pointee.next }).lazy
      .compactMap { $0?.pointee.data?.assumingMemoryBound(to: GtkWidget.self) }
      .first {
        gtk_widget_get_mapped($0) != 0
          && gtk_window_get_title($0.cast(to: GtkWindow.self)).map(String.init(cString:)) == title
      }
  }

  /// Returns the button with this text; nil if it is not on the screen or is disabled.
  package static func button(_ text: String, in widget: Widget) -> Widget? {
    all(in: widget).first { candidate in
      isA(candidate, gtk_button_get_type()) && gtk_widget_get_mapped(candidate) != 0 && isSensitive(candidate)
        && texts(in: candidate) == [text]
    }
  }

  /// Closes a window like the button of its title bar.
  package static func close(_ window: Widget) {
    gtk_window_close(window.cast(to: GtkWindow.self))
    g_main_context_wakeup(nil)
  }

  /// The number of the program's windows.
  package static var windows: Int {
    let list = gtk_window_list_toplevels()
    defer { g_list_free(list) }
    return Int(g_list_length(list))
  }
}
