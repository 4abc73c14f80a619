#if os(Linux)
import CWebKitGTK
import CausewayGTK

/// The building blocks of the SDK's windows.
@MainActor enum ScreenParts {
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
    box.append(Widgets.label(ScreenText.requestingOrigin).styled("onside-caption"), name)
    return box
  }

  /// Makes the title of a page with a text below.
  static func head(_ title: String, _ caption: String) -> Widget {
    let head = Widgets.column(spacing: 6)
    head.append(Widgets.label(title).styled("onside-title"), Widgets.label(caption).styled("onside-caption"))
    return head
  }

  /// Makes a column of a field and its name.
  static func field(_ name: String, _ entry: Widget) -> Widget {
    let column = Widgets.column(spacing: 4)
    let label = Widgets.label(name).styled("onside-caption")
    gtk_label_set_mnemonic_widget(label.opaque, entry)
    column.append(label, entry)
    return column
  }

  /// Makes the text of a notice, with an icon or a spinner.
  static func notice(_ notice: ScreenNotice) -> Widget {
    switch notice {
    case .progress(let text):
      let spinner = gtk_spinner_new()!
      gtk_spinner_start(spinner.opaque)
      return line(spinner, text).styled("onside-progress")
    case .success(let text):
      return line(icon("object-select-symbolic", GTK_ALIGN_CENTER), text).styled("onside-result", "onside-success")
    case .warning(let text):
      return box(icon("dialog-warning-symbolic", GTK_ALIGN_START), text).styled("onside-notice", "onside-warning")
    case .error(let text):
      return box(icon("dialog-error-symbolic", GTK_ALIGN_START), text).styled("onside-notice", "onside-error")
    }
  }

  private static func icon(_ name: String, _ alignment: GtkAlign) -> Widget {
    let icon = gtk_image_new_from_icon_name(name)!
    gtk_widget_set_valign(icon, alignment)
    return icon
  }

  private static func box(_ icon: Widget, _ text: String) -> Widget {
    let box = Widgets.row(spacing: 12)
    box.append(icon, Widgets.label(text))
    return box
  }

  /// Makes a centered row with a short text, which stays on one line.
  private static func line(_ icon: Widget, _ text: String) -> Widget {
    let row = Widgets.row(spacing: 10)
    let label = Widgets.label(text)
    gtk_label_set_wrap(label.opaque, 0)
    row.append(icon, label)
    gtk_widget_set_vexpand(row, 1)
    gtk_widget_set_halign(row, GTK_ALIGN_CENTER)
    return row
  }
}

/// A box for a notice. The box is hidden while there is no notice, because otherwise it would leave a gap.
@MainActor final class NoticeBox {
  let widget = Widgets.column()
  private var shown: ScreenNotice?

  init() {
    gtk_widget_set_visible(widget, 0)
  }

  func show(_ notice: ScreenNotice?) {
    guard notice != shown else { return }
    shown = notice
    widget.setContent(notice.map { [ScreenParts.notice($0)] } ?? [])
    gtk_widget_set_visible(widget, notice == nil ? 0 : 1)
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Runs `body` when the user presses Escape inside this widget, instead of the window's action for that key.
  @MainActor func onEscape(_ body: @escaping @MainActor () -> Void) {
    let pressed: GtkShortcutFunc = { _, _, data in
      guard let data else { return 0 }
      MainActor.assumeIsolated { Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue().body() }
      return 1
    }
    let release: GDestroyNotify = { data in
      guard let data else { return }
      Unmanaged<ClosureBox>.fromOpaque(data).release()
    }
    let escape = gtk_shortcut_controller_new()
    let key = gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(0))
    let action = gtk_callback_action_new(pressed, ClosureBox.retained(body), release)
    gtk_shortcut_controller_add_shortcut(escape, gtk_shortcut_new(key, action))
    gtk_widget_add_controller(self, escape)
  }

  /// Replaces the children of this box.
  @MainActor func setContent(_ widgets: [Widget]) {
    while let child = gtk_widget_get_first_child(self) { gtk_box_remove(cast(to: GtkBox.self), child) }
    for widget in widgets { append(widget) }
  }

  /// The text of this entry.
  @MainActor var text: String {
    get { String(cString: gtk_editable_get_text(opaque)) }
    nonmutating set {
      // Do not set the same text again, because that would move the cursor.
      if newValue != text { gtk_editable_set_text(opaque, newValue) }
    }
  }

  @MainActor func setSensitive(_ isSensitive: Bool) { gtk_widget_set_sensitive(self, isSensitive ? 1 : 0) }
}
#endif
