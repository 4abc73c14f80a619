#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The look of the SDK's windows.
@MainActor enum ScreenStyle {
  /// The width of the windows, in pixels.
  static let width = 420

  private static let sheet = StyleSheet(PackageResources.screens_css)

  /// Gives a window its look. The style sheet has its own colors for light and dark, because GTK's theme applies to the
  /// whole program.
  static func apply(_ theme: OnsideUIThemeMode, to window: Widget) {
    sheet.load()
    gtk_widget_add_css_class(window, "onside")
    switch theme {
    case .light: show(isDark: false, in: window)
    case .dark: show(isDark: true, in: window)
    case .auto:
      show(isDark: cwk_theme_is_dark(window), in: window)
      follow(window)
    }
  }

  /// Changes a window's look when the system's theme changes, as long as the window exists.
  private static func follow(_ window: Widget) {
    guard let settings = gtk_settings_get_default() else { return }
    let didChange: @convention(c) (gpointer, gpointer, gpointer) -> Void = { _, _, window in
      MainActor.assumeIsolated {
        let window = window.assumingMemoryBound(to: GtkWidget.self)
        ScreenStyle.show(isDark: cwk_theme_is_dark(window), in: window)
      }
    }
    for property in ["gtk-application-prefer-dark-theme", "gtk-theme-name"] {
      g_signal_connect_object(
        gpointer(settings), "notify::\(property)", unsafeBitCast(didChange, to: GCallback.self), gpointer(window),
        GConnectFlags(0))
    }
  }

  private static func show(isDark: Bool, in window: Widget) {
    gtk_widget_remove_css_class(window, isDark ? "onside-light" : "onside-dark")
    gtk_widget_add_css_class(window, isDark ? "onside-dark" : "onside-light")
  }
}
#endif
