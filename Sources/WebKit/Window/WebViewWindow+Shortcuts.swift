import CWebKitGTK

extension WebViewWindow {
  /// Calls a closure when the user presses a key in the window. The page does not get the key, and neither does GTK, whose
  /// own shortcuts could otherwise open its inspector for widgets.
  ///
  /// - Parameter keys: the key in GTK's notation, such as `F5` or `<Control>r`; several keys are separated by `|`.
  package func addShortcut(_ keys: String, _ action: @escaping @MainActor () -> Void) {
    guard let trigger = gtk_shortcut_trigger_parse_string(keys) else {
      preconditionFailure("\(keys) is no key in GTK's notation")
    }
    let callback: GtkShortcutFunc = { _, _, data in
      // GTK calls this on the main thread, with the box that it retains.
      MainActor.assumeIsolated { ClosureBox<@MainActor () -> Void>.borrow(data!).body() }
      return 1
    }
    let box = Unmanaged.passRetained(ClosureBox(action)).toOpaque()
    let release: GDestroyNotify = { data in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }
    let controller = gtk_shortcut_controller_new()
    // Take the keys before the web view does, because it passes all keys to the page.
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
    gtk_shortcut_controller_add_shortcut(
      controller, gtk_shortcut_new(trigger, gtk_callback_action_new(callback, box, release)))
    gtk_widget_add_controller(widget, controller)
  }
}
