#if os(Linux)
import CWebKitGTK
import CausewayGTK
import OnsideCore

/// The look of the SDK's windows.
@MainActor enum ScreenStyle {
  /// In pixels.
  static let width = 420

  private static let sheet = StyleSheet(PackageResources.screens_css)

  /// Gives a window its look. The style sheet has colours of its own for light and dark: GTK's theme is one for the whole
  /// program.
  static func apply(_ theme: OnsideUIThemeMode, to window: Widget) {
    sheet.load()
    let isDark =
      switch theme {
      case .light: false
      case .dark: true
      case .auto: cwk_theme_is_dark()
      }
    gtk_widget_add_css_class(window, "onside")
    gtk_widget_add_css_class(window, isDark ? "onside-dark" : "onside-light")
  }
}
#endif
