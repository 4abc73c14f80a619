/// The appearance of the SDK's screens.
@MainActor public final class OnsideAppearance {
  /// The theme of screens for which the delegate returns none. The default is ``OnsideUIThemeMode/auto``.
  public private(set) var themeMode = OnsideUIThemeMode.auto

  package init() {}

  /// Sets the theme of screens that are shown after this call.
  public func setThemeMode(_ mode: OnsideUIThemeMode) {
    themeMode = mode
  }
}
