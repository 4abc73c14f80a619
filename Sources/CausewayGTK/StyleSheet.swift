import CWebKitGTK

/// A style sheet for the windows of the program.
@MainActor package final class StyleSheet {
  private let text: String
  private var isLoaded = false

  /// - Parameter bytes: the text of the style sheet, in UTF-8.
  package init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Adds the style sheet to the display, once. Does nothing while there is no display.
  package func load() {
    guard !isLoaded, let display = gdk_display_get_default() else { return }
    isLoaded = true
    let provider = gtk_css_provider_new()!
    text.withCString { cwk_css_provider_load(provider, $0) }
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }
}
