import Causeway
import CausewayText

extension OnsideLoginScreen {
  /// Who caused it, with everything visible; nil for the app itself.
  package var shownAsker: String? { asker.map(ScreenAsker.shown) }
}

extension OnsidePaymentMethodsScreen {
  /// Who caused it, with everything visible; nil for the app itself.
  package var shownAsker: String? { asker.map(ScreenAsker.shown) }
}

/// Who asks for a screen.
enum ScreenAsker {
  /// An origin as a person reads it. It is never cut: the end of a host says whose it is.
  static func shown(_ origin: String) -> String { PageText(origin).shown(limit: .max) }
}
