#if os(Linux)
import CWebKitGTK
import Causeway
import CausewayGTK
import CausewayText
import Foundation

/// The part of a prompt in which a picture is chosen: a preview, a name, a button.
@MainActor final class PictureChoice {
  /// The picture that is chosen.
  private(set) var picture: PictureFile?
  /// Called when another picture is chosen.
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

  /// Takes the picture in a file, or says why it cannot.
  func choose(_ url: URL) {
    do {
      take(try PictureFile(contentsOf: url))
    } catch {
      refuse("\(error)")
    }
    onChange()
  }

  /// Closes the dialog, if it is open.
  func dismiss() {
    dialog = nil
  }

  /// Takes a picture, if it can be shown: nobody is to give away one that they do not see.
  private func take(_ picture: PictureFile) {
    guard show(picture) else {
      return refuse("\(PictureFileError(path: picture.url.path, problem: "the picture in it cannot be read"))")
    }
    self.picture = picture
    gtk_widget_remove_css_class(name, "prompt-mistake")
    gtk_widget_set_visible(frame, 1)
    // A name of a file may come from a page too: from one that it was downloaded from.
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

  /// False if its pixels cannot be decoded.
  private func show(_ picture: PictureFile) -> Bool {
    // What scales while it reads takes the beginning of a file for the whole.
    guard let loaded = gdk_pixbuf_new_from_file(picture.url.path, nil) else { return false }
    defer { g_object_unref(gpointer(loaded)) }
    // Large enough for a display with two pixels in one of its lengths.
    let scale = min(1, 900 / Double(max(picture.width, picture.height)))
    let (width, height) = (max(1, Double(picture.width) * scale), max(1, Double(picture.height) * scale))
    guard let scaled = gdk_pixbuf_scale_simple(loaded, gint(width), gint(height), GDK_INTERP_BILINEAR) else {
      return false
    }
    defer { g_object_unref(gpointer(scaled)) }
    // That the picture is to be turned is one.
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
