import CWebKitGTK

/// A pointer to a GTK widget.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Conversions to GTK's other types, for which C uses casts.
extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// The pointer for functions of types without a public layout.
  package var opaque: OpaquePointer { OpaquePointer(self) }

  /// Converts the pointer for functions of a type with a public layout.
  package func cast<Type>(to type: Type.Type) -> UnsafeMutablePointer<Type> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// Adds classes of the style sheet to this widget, and returns the widget.
  package func styled(_ classes: String...) -> Widget {
    for name in classes { gtk_widget_add_css_class(self, name) }
    return self
  }

  /// Appends widgets to this widget, which must be a box.
  package func append(_ widgets: Widget...) {
    for widget in widgets { gtk_box_append(cast(to: GtkBox.self), widget) }
  }
}

@MainActor package enum Widgets {
  package static func column(spacing: Int = 0) -> Widget { gtk_box_new(GTK_ORIENTATION_VERTICAL, gint(spacing)) }

  package static func row(spacing: Int = 0) -> Widget { gtk_box_new(GTK_ORIENTATION_HORIZONTAL, gint(spacing)) }

  /// Makes a label with plain text, never markup. The text wraps if necessary. If `selectable` is true, the user can
  /// select the text with the pointer, for example to compare an address.
  package static func label(_ text: String, selectable: Bool = false) -> Widget {
    let label = gtk_label_new(nil)!
    gtk_label_set_text(label.opaque, text)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_selectable(label.opaque, selectable ? 1 : 0)
    // Insert no hyphens at line breaks: a hyphen would look like a part of the address or the host.
    let attributes = pango_attr_list_new()
    pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
    gtk_label_set_attributes(label.opaque, attributes)
    pango_attr_list_unref(attributes)
    // Only the mouse pointer selects text. A label that can get the keyboard focus would delay reaching the buttons
    // with Tab.
    gtk_widget_set_focusable(label, 0)
    // A GTK label with selectable text consumes the Tab key even if it cannot get the focus. The focus could then not
    // reach the buttons.
    gtk_widget_set_can_focus(label, 0)
    gtk_widget_set_hexpand(label, 1)
    return label
  }

  /// Makes a view that scrolls if `child`, in a column of about `width`, is taller than `maximum`. All sizes are in
  /// pixels.
  /// - Parameter minimum: the height to which the view may shrink if there is no room; nil if it must not shrink.
  package static func scroll(_ child: Widget, width: Int, from minimum: Int? = nil, upTo maximum: Int) -> Widget {
    let scroll = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_policy(scroll.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    // A scroll bar that is always visible shows that there is more content.
    gtk_scrolled_window_set_overlay_scrolling(scroll.opaque, 0)
    gtk_scrolled_window_set_child(scroll.opaque, child)
    gtk_scrolled_window_set_propagate_natural_height(scroll.opaque, 1)
    fit(scroll, to: child, width: width, from: minimum, upTo: maximum)
    return scroll
  }

  /// Gives a scrolling view the height of its content. Without this, the view would take the height that the content
  /// has in its narrowest possible column.
  package static func fit(_ scroll: Widget, to child: Widget, width: Int, from minimum: Int? = nil, upTo maximum: Int) {
    var narrowest: gint = 0
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &narrowest, nil, nil, nil)
    var height: gint = 0
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, max(narrowest, gint(width)), &height, nil, nil, nil)
    height = min(height, gint(maximum))
    // The minimum must never be more than the maximum, so reset it first.
    gtk_scrolled_window_set_min_content_height(scroll.opaque, -1)
    gtk_scrolled_window_set_max_content_height(scroll.opaque, height)
    gtk_scrolled_window_set_min_content_height(scroll.opaque, min(height, minimum.map { gint($0) } ?? height))
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Calls `body` whenever a signal without arguments is emitted, as long as the widget exists.
  @MainActor package func connect(_ signal: String, _ body: @escaping @MainActor () -> Void) {
    let callback: @convention(c) (gpointer, gpointer) -> Void = { _, data in
      MainActor.assumeIsolated { Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue().body() }
    }
    cwk_signal_connect(
      self, signal, unsafeBitCast(callback, to: GCallback.self), ClosureBox.retained(body), ClosureBox.release)
  }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
  /// Calls `body` whenever a property changes, as long as the widget exists.
  @MainActor package func connect(changeOf property: String, _ body: @escaping @MainActor () -> Void) {
    let callback: @convention(c) (gpointer, gpointer, gpointer) -> Void = { _, _, data in
      MainActor.assumeIsolated { Unmanaged<ClosureBox>.fromOpaque(data).takeUnretainedValue().body() }
    }
    cwk_signal_connect(
      self, "notify::\(property)", unsafeBitCast(callback, to: GCallback.self), ClosureBox.retained(body),
      ClosureBox.release)
  }
}
