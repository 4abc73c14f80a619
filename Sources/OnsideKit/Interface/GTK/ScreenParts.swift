#if os(Linux)
import CWebKitGTK
import CausewayGTK

/// The building blocks of the SDK's windows.
@MainActor enum ScreenParts {
  /// The meaning of the icon beside a text.
  enum Tone: String {
    case warning
    case error
    case success

    var icon: String {
      switch self {
      case .warning: "dialog-warning-symbolic"
      case .error: "dialog-error-symbolic"
      case .success: "object-select-symbolic"
      }
    }
  }

  /// Makes the column that fills a window.
  static func body() -> Widget { Widgets.column(spacing: 16).styled("onside-body") }

  /// Makes the column that fills a window, with `content` in it.
  static func body(of content: Widget) -> Widget {
    let body = body()
    body.append(content)
    return body
  }

  static func button(_ title: String, _ classes: String..., action: @escaping @MainActor () -> Void) -> Widget {
    let button = gtk_button_new_with_label(title)!
    for name in classes { gtk_widget_add_css_class(button, name) }
    button.connect("clicked", action)
    return button
  }

  /// Makes a box with the whole requesting origin; nil if the app itself requested the screen.
  static func requestingOrigin(_ origin: String?) -> Widget? {
    guard let origin else { return nil }
    let box = Widgets.column(spacing: 1).styled("onside-requester")
    let name = Widgets.label(origin, selectable: true).styled("onside-origin")
    gtk_label_set_wrap_mode(name.opaque, PANGO_WRAP_CHAR)
    box.append(Widgets.label("Requested by").styled("onside-caption"), name)
    return box
  }

  /// Makes a box with a text and an icon.
  static func notice(_ text: String, _ tone: Tone) -> Widget {
    let box = Widgets.row(spacing: 12).styled("onside-notice", "onside-\(tone.rawValue)")
    let icon = gtk_image_new_from_icon_name(tone.icon)!
    gtk_widget_set_valign(icon, GTK_ALIGN_START)
    box.append(icon, Widgets.label(text))
    return box
  }

  /// Makes the large text that shows an outcome.
  static func result(_ text: String, _ tone: Tone) -> Widget {
    let row = Widgets.row(spacing: 10).styled("onside-result", "onside-\(tone.rawValue)")
    let icon = gtk_image_new_from_icon_name(tone.icon)!
    gtk_widget_set_valign(icon, GTK_ALIGN_CENTER)
    row.append(icon, line(text))
    gtk_widget_set_vexpand(row, 1)
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    return row
  }

  /// Makes the text that is shown during an operation, with a spinner.
  static func progress(_ text: String) -> Widget {
    let row = Widgets.row(spacing: 10).styled("onside-progress")
    let spinner = gtk_spinner_new()!
    gtk_spinner_start(spinner.opaque)
    row.append(spinner, line(text))
    gtk_widget_set_vexpand(row, 1)
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    return row
  }

  /// Makes a label for a short text, which stays in one line.
  private static func line(_ text: String) -> Widget {
    let label = Widgets.label(text)
    gtk_label_set_wrap(label.opaque, 0)
    return label
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Runs `body` when the user presses Escape inside this widget, instead of what the window does then.
  @MainActor func onEscape(_ body: @escaping @MainActor () -> Void) {
    let pressed: GtkShortcutFunc = { _, _, data in
      guard let data else { return 0 }
      MainActor.assumeIsolated { Unmanaged<Action>.fromOpaque(data).takeUnretainedValue().body() }
      return 1
    }
    let release: GDestroyNotify = { data in
      guard let data else { return }
      Unmanaged<Action>.fromOpaque(data).release()
    }
    let escape = gtk_shortcut_controller_new()
    let key = gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(0))
    let action = gtk_callback_action_new(pressed, Action.retained(body), release)
    gtk_shortcut_controller_add_shortcut(escape, gtk_shortcut_new(key, action))
    gtk_widget_add_controller(self, escape)
  }

  /// Replaces the children of this box.
  @MainActor func setContent(_ widgets: [Widget]) {
    while let child = gtk_widget_get_first_child(self) { gtk_box_remove(cast(to: GtkBox.self), child) }
    for widget in widgets { append(widget) }
  }

  @MainActor func setSensitive(_ isSensitive: Bool) { gtk_widget_set_sensitive(self, isSensitive ? 1 : 0) }
}
#endif
