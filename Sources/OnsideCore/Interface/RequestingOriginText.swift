import CausewayText

extension OnsideLoginScreen {
  /// The requesting origin with all characters visible; nil for the app itself.
  package var shownOrigin: String? { requestingOrigin.map(RequestingOriginText.shown) }
}

extension OnsidePaymentMethodsScreen {
  /// The requesting origin with all characters visible; nil for the app itself.
  package var shownOrigin: String? { requestingOrigin.map(RequestingOriginText.shown) }
}

/// The text form of a requesting origin.
enum RequestingOriginText {
  /// Returns an origin as a text for the user. The text is never cut, because the end of a host name shows its owner.
  static func shown(_ origin: String) -> String { PageText(origin).shown(limit: .max) }
}
