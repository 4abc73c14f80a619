import Foundation

/// The app's decisions about the SDK's screens. They are read when a screen is shown.
@MainActor package final class ScreenLook {
  /// The appearance of screens for which ``delegate`` returns no theme.
  let appearance = OnsideAppearance()
  /// The app's delegate. Held weakly.
  package weak var delegate: (any OnsideDelegate)?

  /// Creates a look without a delegate.
  package init() {}

  /// Returns the theme of a screen: the delegate's, or else that of ``appearance``.
  func theme(for screen: OnsideScreen) -> OnsideUIThemeMode {
    delegate?.onside(uiThemeOverrideForScreen: screen) ?? appearance.themeMode
  }

  /// Whether the login offers only e-mail and telephone.
  var forcesLocalLoginMethods: Bool { delegate?.onsideShouldForceLocalLoginMethods() ?? false }

  /// The country that the login preselects, two capital letters; nil if none is known.
  var countryCode: String? {
    Self.country(
      ofRegion: Locale.current.region?.identifier, assuming: delegate?.onsideDefaultCountryCodeAssumption())
  }

  /// Returns the country of the system's region, or, if the region is not a country, the app's assumption: two capital
  /// letters. Nil if neither is a country.
  static func country(ofRegion region: String?, assuming assumption: String?) -> String? {
    region.flatMap(CountryCode.reading) ?? assumption.flatMap(CountryCode.reading)
  }
}
