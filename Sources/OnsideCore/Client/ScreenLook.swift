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

  private var countryCode: String? {
    Self.country(
      ofRegion: Locale.current.region?.identifier, assuming: client?.delegate?.onsideDefaultCountryCodeAssumption())
  }

  /// The country of the system's region, or what the app assumes while that is not known: two capital letters.
  static func country(ofRegion region: String?, assuming assumption: String?) -> String? {
    region.flatMap(CountryCode.reading) ?? assumption.flatMap(CountryCode.reading)
  }

  /// A payment's.
  func sheet(_ machine: TransactionMachine, _ occasion: OnsidePaymentSheet.Occasion) -> OnsidePaymentSheet {
    // Another user may be logged in by now: neither the name nor the payment methods of that one belong on this sheet.
    let session = client?.account.session.flatMap { $0.account == machine.account ? $0 : nil }
    var sheet = OnsidePaymentSheet(
      id: machine.id, theme: client?.theme(for: .payment) ?? appearance.themeMode, asker: machine.payment.asker,
      product: machine.payment.product, storefront: machine.storefront, occasion: occasion)
    sheet.payer = session?.name
    sheet.paymentMethods = session.flatMap {
      client?.paymentMethodsScreen(for: .payment, asker: machine.payment.asker, account: $0.account)
    }
    return sheet
  }
}
