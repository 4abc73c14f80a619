#if os(Linux)
import CWebKitGTK

/// The style sheet of the windows.
@MainActor enum PromptStyle {
  private static var isLoaded = false

  /// Gives it to the display, once.
  static func load() {
    guard !isLoaded, let display = gdk_display_get_default() else { return }
    isLoaded = true
    let provider = gtk_css_provider_new()!
    String(decoding: PackageResources.prompt_css, as: UTF8.self).withCString { cwk_css_provider_load(provider, $0) }
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }
}
#endif
