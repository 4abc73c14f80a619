import Foundation

/// The content of screens that is not part of a request. It is read from the app when a screen is shown.
@MainActor final class ScreenLook {
  weak var client: OnsideClient?
  private let appearance: OnsideAppearance

  init(_ appearance: OnsideAppearance) {
    self.appearance = appearance
  }

  /// The appearance of the login screen.
  var login: Account.LoginLook {
    Account.LoginLook(
      theme: client?.theme(for: .login) ?? appearance.themeMode,
      forcesLocalMethods: client?.delegate?.onsideShouldForceLocalLoginMethods() ?? false, countryCode: countryCode)
  }

  private var countryCode: String? {
    Self.country(
      ofRegion: Locale.current.region?.identifier, assuming: client?.delegate?.onsideDefaultCountryCodeAssumption())
  }

  /// Returns the country of the system's region, or the app's assumption if that is not known: two capital letters.
  static func country(ofRegion region: String?, assuming assumption: String?) -> String? {
    region.flatMap(CountryCode.reading) ?? assumption.flatMap(CountryCode.reading)
  }

  /// Returns the payment sheet of a transaction.
  func sheet(_ machine: TransactionMachine, _ occasion: OnsidePaymentSheet.Occasion) -> OnsidePaymentSheet {
    // Another user may be logged in by now. That user's name and payment methods do not belong on this sheet.
    let session = client?.account.session.flatMap { $0.account == machine.account ? $0 : nil }
    var sheet = OnsidePaymentSheet(
      id: machine.id, theme: client?.theme(for: .payment) ?? appearance.themeMode,
      requestingOrigin: machine.payment.requestingOrigin,
      product: machine.payment.product, storefront: machine.storefront, occasion: occasion)
    sheet.payer = session?.name
    sheet.paymentMethods = session.flatMap {
      client?.paymentMethodsScreen(
        for: .payment, requestingOrigin: machine.payment.requestingOrigin, account: $0.account)
    }
    return sheet
  }
}
