/// How the SDK's screens look.
@MainActor public final class OnsideAppearance {
  /// The theme of screens for which the delegate says nothing else.
  public private(set) var themeMode = OnsideUIThemeMode.auto

  package init() {}

  /// Sets the theme of screens that are shown from now on.
  public func setThemeMode(_ mode: OnsideUIThemeMode) {
    themeMode = mode
  }
}
