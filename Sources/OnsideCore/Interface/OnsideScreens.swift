import Causeway
import Foundation

/// The theme of the SDK's screens.
public enum OnsideUIThemeMode: Hashable, Sendable {
  /// The system's theme.
  case auto
  /// Light, regardless of the system's theme.
  case light
  /// Dark, regardless of the system's theme.
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

/// The content and the actions of a login screen.
@MainActor public struct OnsideLoginScreen {
  /// The theme in which the screen is shown, as the app's delegate or ``OnsideAppearance`` requests.
  public var theme: OnsideUIThemeMode
  /// The serialized origin of the page that requested the screen; nil if the app did.
  public var requestingOrigin: String?
  /// Whether the screen offers only e-mail and telephone.
  public var forcesLocalMethods: Bool
  /// The preselected country, two capital letters; nil if none is known.
  public var countryCode: String?
  /// Begins a login, or requests another code. If this function throws, the screen stays open and shows the error.
  public var submit: (OnsideCredential) async throws(OnsideServiceError) -> OnsideLoginStep
  /// Completes the login. If this function throws, the screen stays open and shows the error.
  public var finish: (OnsideLoginProof) async throws(OnsideServiceError) -> Void
  /// The receiver of the callback of a login in the browser, if the system opens the app with it.
  public var callbacks = OnsideLoginCallbacks()
}

/// The content of a payment sheet.
public struct OnsidePaymentSheet: Hashable, Sendable, Identifiable {
  /// The identifier of the transaction that the user pays. It stays the same if the sheet is shown again.
  public var id: UUID
  /// The theme in which the screen is shown, as the app's delegate or ``OnsideAppearance`` requests.
  public var theme: OnsideUIThemeMode
  /// The serialized origin of the page that requested the payment; nil if the app did.
  public var requestingOrigin: String?
  /// The product, at the price that will be charged.
  public var product: OnsideProduct
  /// The storefront in which the product is sold.
  public var storefront: OnsideStorefront
  /// The reason why the sheet is shown.
  public var occasion: Occasion
  /// The name by which the user knows the paying account; nil if the store gives none, or if that account is no longer
  /// logged in.
  public var payer: String?
  /// The payment methods of the paying account; nil if that account is no longer logged in. The comparison of two
  /// sheets ignores this property.
  public var paymentMethods: OnsidePaymentMethodsScreen?

  /// The reason why a payment sheet is shown.
  public enum Occasion: Hashable, Sendable {
    /// The sheet is shown for the first time.
    case first
    /// The price has changed since the sheet that the user has just approved.
    case priceHasChanged
    /// The payment method that the user has just approved was declined or removed. The value is the reason, as a text
    /// for the user.
    case declined(String)
  }

  /// Whether the price has changed since the sheet that the user has just approved.
  public var priceHasChanged: Bool {
    get { occasion == .priceHasChanged }
    set { occasion = newValue ? .priceHasChanged : .first }
  }

  private var identity: Identity {
    Identity(
      id: id, theme: theme, requestingOrigin: requestingOrigin, product: product, storefront: storefront,
      occasion: occasion, payer: payer)
  }

  /// Compares the sheets without their ``paymentMethods``, because functions cannot be compared.
  public static func == (one: Self, other: Self) -> Bool { one.identity == other.identity }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  private struct Identity: Hashable {
    var id: UUID
    var theme: OnsideUIThemeMode
    var requestingOrigin: String?
    var product: OnsideProduct
    var storefront: OnsideStorefront
    var occasion: Occasion
    var payer: String?
  }
}

/// The content and the actions of a payment methods screen.
///
/// The functions serve only the account for which the screen was made. They throw ``OnsideServiceError/notLoggedIn`` if
/// that account is no longer logged in.
@MainActor public struct OnsidePaymentMethodsScreen {
  /// The theme in which the screen is shown, as the app's delegate or ``OnsideAppearance`` requests.
  public var theme: OnsideUIThemeMode
  /// The serialized origin of the page that requested the screen; nil if the app did.
  public var requestingOrigin: String?
  /// Returns the account's payment methods.
  public var load: () async throws(OnsideServiceError) -> [OnsidePaymentMethod]
  /// Adds a card as the default payment method, once for each idempotency key. If the answer was lost, send the card
  /// again with the same key.
  public var add: (OnsideCard, _ idempotencyKey: UUID) async throws(OnsideServiceError) -> OnsidePaymentMethod
  /// Makes the payment method with this id the default one.
  public var use: (OnsidePaymentMethod.ID) async throws(OnsideServiceError) -> Void
  /// Removes the payment method with this id.
  public var remove: (OnsidePaymentMethod.ID) async throws(OnsideServiceError) -> Void
}
