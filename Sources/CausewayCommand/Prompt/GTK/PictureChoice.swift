#if os(Linux)
import CWebKitGTK
import CausewayGTK
import CausewayText
import Foundation

/// The part of a prompt in which the user chooses a picture: a preview, a name and a button.
@MainActor final class PictureChoice {
  /// The chosen picture; nil if none is chosen.
  private(set) var picture: PictureFile?
  /// A function that is called after the user has chosen a file.
  var onChange: () -> Void = {}

  let widget = Widgets.column(spacing: 10)
  private let preview = gtk_picture_new()!
  private let frame = Widgets.column().styled("prompt-picture")
  private let name = Widgets.label("").styled("prompt-caption")
  private let button = gtk_button_new_with_label("")!
  private var dialog: PictureDialog?

  init(_ wanted: Prompt.Picture) {
    gtk_widget_set_size_request(preview, -1, 170)
    gtk_widget_set_hexpand(preview, 1)
    gtk_picture_set_content_fit(preview.opaque, GTK_CONTENT_FIT_SCALE_DOWN)
    frame.append(preview)
    gtk_widget_set_halign(button, GTK_ALIGN_START)
    widget.append(frame, name, button)
    button.connect("clicked") { [weak self] in self?.openDialog() }
    if let picture = wanted.suggestion { take(picture) } else { showNone("No picture is chosen yet.") }
  }

  /// Takes the picture in a file, or shows why the file cannot be used.
  func choose(_ url: URL) {
    do {
      take(try PictureFile(contentsOf: url))
    } catch {
      refuse("\(error)")
    }
    onChange()
  }

  /// Closes the file dialog if it is open.
  func dismiss() {
    dialog = nil
  }

  /// Takes a picture if it can be shown, because the user must see the picture that the page gets.
  private func take(_ picture: PictureFile) {
    guard show(picture) else {
      return refuse("\(PictureFileError(path: picture.url.path, problem: "the picture in it cannot be read"))")
    }
    self.picture = picture
    gtk_widget_remove_css_class(name, "prompt-mistake")
    gtk_widget_set_visible(frame, 1)
    // Show the name like a page's text, because a page may have chosen it, for example for a download.
    let text = PageText(picture.url.lastPathComponent).shown(limit: 100)
    gtk_label_set_text(name.opaque, "\(text), \(picture.width) × \(picture.height) pixels")
    gtk_button_set_label(button.cast(to: GtkButton.self), "Choose another picture…")
  }

  private func refuse(_ reason: String) {
    picture = nil
    showNone(PageText(reason).shown())
    gtk_widget_add_css_class(name, "prompt-mistake")
  }

  private func showNone(_ reason: String) {
    gtk_widget_set_visible(frame, 0)
    gtk_label_set_text(name.opaque, reason)
    gtk_button_set_label(button.cast(to: GtkButton.self), "Choose a picture…")
  }

  /// Shows a picture in the preview. Returns false if the picture cannot be decoded.
  private func show(_ picture: PictureFile) -> Bool {
    // The file is read first and scaled afterwards, because functions that scale while reading accept a truncated file.
    guard let loaded = gdk_pixbuf_new_from_file(picture.url.path, nil) else { return false }
    defer { g_object_unref(gpointer(loaded)) }
    // 900 pixels are enough for a display with a scale factor of 2.
    let scale = min(1, 900 / Double(max(picture.width, picture.height)))
    let (width, height) = (max(1, Double(picture.width) * scale), max(1, Double(picture.height) * scale))
    guard let scaled = gdk_pixbuf_scale_simple(loaded, gint(width), gint(height), GDK_INTERP_BILINEAR) else {
      return false
    }
    defer { g_object_unref(gpointer(scaled)) }
    // Copy the options, because the picture's orientation is one of them. Otherwise a preview could be rotated.
    gdk_pixbuf_copy_options(loaded, scaled)
    let turned = gdk_pixbuf_apply_embedded_orientation(scaled)
    let texture = gdk_texture_new_for_pixbuf(turned)
    gtk_picture_set_paintable(preview.opaque, texture)
    g_object_unref(gpointer(texture))
    turned.map { g_object_unref(gpointer($0)) }
    return true
  }

  private func openDialog() {
    guard dialog == nil, let root = gtk_widget_get_root(widget) else { return }
    let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)
    dialog = PictureDialog(over: window, title: "Choose a picture") { [weak self] path in
      self?.dialog = nil
      if let path { self?.choose(URL(fileURLWithPath: path)) }
    }
  }
}
#endif
