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
  /// The payment methods.
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
  /// Begins to log in, or has another code sent. On an error the screen says so and stays.
  public var submit: (OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep
  /// Logs in. On an error the screen says so and stays.
  public var finish: (OnsideLoginProof) async throws(OnsideServiceError) -> Void
  /// Where the callback of a login in the browser arrives, if the system opens the app with it.
  public var callbacks = OnsideLoginCallbacks()
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
  /// Why it is shown.
  public var occasion: Occasion
  /// Who pays: what the user knows the account by; nil if the store does not say.
  public var payer: String?
  /// The payment methods of the account that pays; nil if another account is logged in by now. It is no part of what makes
  /// two sheets equal.
  public var paymentMethods: OnsidePaymentMethodsScreen?

  /// Why a payment sheet is shown.
  public enum Occasion: Hashable, Sendable {
    /// The user is asked for the first time.
    case first
    /// The price is another than on the sheet that the user has just approved.
    case priceHasChanged
    /// The payment method that the user has just approved was declined, or has been removed; why, in words for the user.
    case declined(String)
  }

  /// Whether the price is another than on the sheet that the user has just approved.
  public var priceHasChanged: Bool {
    get { occasion == .priceHasChanged }
    set { occasion = newValue ? .priceHasChanged : .first }
  }

  private var identity: Identity {
    Identity(
      id: id, theme: theme, asker: asker, product: product, storefront: storefront, occasion: occasion, payer: payer)
  }

  /// Compares what is shown; not the functions of ``paymentMethods``.
  public static func == (one: Self, other: Self) -> Bool { one.identity == other.identity }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private struct Identity: Hashable {
    var id: UUID
    var theme: OnsideUIThemeMode
    var asker: String?
    var product: OnsideProduct
    var storefront: OnsideStorefront
    var occasion: Occasion
    var payer: String?
  }
}

/// What a screen of the payment methods is to show and to do.
///
/// Its functions serve the account for which it was made, and no other: they throw ``OnsideServiceError/notLoggedIn`` if
/// another one is logged in by then.
@MainActor public struct OnsidePaymentMethodsScreen {
  /// How it is to look.
  public var theme: OnsideUIThemeMode
  /// The serialised origin of the page that caused it; nil if the app did.
  public var asker: String?
  /// What there is.
  public var load: () async throws(OnsideServiceError) -> [OnsidePaymentMethod]
  /// Adds a card, and makes it the default one; once for each idempotency key: to send a card again whose answer was lost,
  /// send it under the same key.
  public var add: (OnsideCard, _ idempotencyKey: UUID) async throws(OnsideServiceError) -> OnsidePaymentMethod
  /// Makes one the default one, by its id.
  public var use: (OnsidePaymentMethod.ID) async throws(OnsideServiceError) -> Void
  /// Removes one, by its id.
  public var remove: (OnsidePaymentMethod.ID) async throws(OnsideServiceError) -> Void
}
