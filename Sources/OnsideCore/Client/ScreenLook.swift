import Foundation

/// What screens show that is not in the request: asked of the app at the moment they are shown.
@MainActor final class ScreenLook {
  weak var client: OnsideClient?
  private let appearance: OnsideAppearance

  init(_ appearance: OnsideAppearance) {
    self.appearance = appearance
  }

  /// The login's.
  var login: Account.LoginLook {
    Account.LoginLook(
      theme: client?.theme(for: .login) ?? appearance.themeMode,
      forcesLocalMethods: client?.delegate?.onsideShouldForceLocalLoginMethods() ?? false, countryCode: countryCode)
  }

  /// The system's region, or what the app assumes while that is not known.
  private var countryCode: String? {
    Locale.current.region?.identifier ?? client?.delegate?.onsideDefaultCountryCodeAssumption()
  }

  /// A payment's.
  func sheet(_ machine: TransactionMachine, priceHasChanged: Bool) -> OnsidePaymentSheet {
    OnsidePaymentSheet(
      id: machine.id, theme: client?.theme(for: .payment) ?? appearance.themeMode, asker: machine.payment.asker,
      product: machine.payment.product, storefront: machine.storefront, priceHasChanged: priceHasChanged)
  }
}
