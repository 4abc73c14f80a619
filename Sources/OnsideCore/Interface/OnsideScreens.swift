import Causeway
import Foundation

/// The look of the SDK's screens.
public enum OnsideUIThemeMode: Hashable, Sendable {
  /// As the system's.
  case auto
  /// Light, whatever the system's.
  case light
  /// Dark, whatever the system's.
  case dark
}

/// A screen of the SDK.
public enum OnsideScreen: Hashable, Sendable {
  /// The login.
  case login
  /// The payment sheet.
  case payment
  /// The means of payment.
  case paymentMethods
}

/// What a login screen is to show and to do.
@MainActor public struct OnsideLoginScreen {
  /// How it is to look.
  public var theme: OnsideUIThemeMode
  /// The serialised origin of the page that caused it; nil if the app did.
  public var asker: String?
  /// Whether only e-mail and telephone are offered.
  public var forcesLocalMethods: Bool
  /// The country to begin with, two capital letters; nil if none is known.
  public var countryCode: String?
  /// Tries to log in. On an error the screen says so and stays.
  public var submit: (OnsideCredential) async throws(OnsideServiceError) -> Void
}

/// What a payment sheet is to show.
public struct OnsidePaymentSheet: Hashable, Sendable, Identifiable {
  /// The transaction.
  public var id: UUID
  /// How it is to look.
  public var theme: OnsideUIThemeMode
  /// The serialised origin of the page that asked; nil if the app did.
  public var asker: String?
  /// What is bought, at the price that will be charged.
  public var product: OnsideProduct
  /// Where.
  public var storefront: OnsideStorefront
  /// Whether the price is another than on the sheet that the user has just approved.
  public var priceHasChanged: Bool
}

/// What a screen of the means of payment is to show and to do.
@MainActor public struct OnsidePaymentMethodsScreen {
  /// How it is to look.
  public var theme: OnsideUIThemeMode
  /// The serialised origin of the page that caused it; nil if the app did.
  public var asker: String?
  /// What there is.
  public var load: () async throws(OnsideServiceError) -> [OnsidePaymentMethod]
  /// Makes one the one that is charged, by its id.
  public var use: (String) async throws(OnsideServiceError) -> Void
  /// Takes one away, by its id.
  public var remove: (String) async throws(OnsideServiceError) -> Void
}
