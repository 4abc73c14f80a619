/// What a StoreKit configuration file of Xcode, version 4, says: the products and the settings of local testing.
///
/// Keys that are not known are ignored. Of those that are known, the ones without a member here mean nothing in Onside:
/// `identifier`, `internalID`, `familyShareable`, `groupNumber`, a group's texts, and `codeOffers`.
public struct StoreKitConfiguration: Hashable, Sendable {
  /// The products of every kind: those of `products`, then of `nonRenewingSubscriptions`, then of each group. No
  /// identifier comes twice.
  public var products: [Product]
  /// The settings.
  public var settings: Settings

  /// Something that can be bought.
  public struct Product: Hashable, Sendable {
    /// What kind of product.
    public var kind: Kind
    /// Its identifier, the `productIdentifier` of Onside.
    public var productID: String
    /// Its name among the developers.
    public var referenceName: String?
    /// Its price in the currency of the storefront, in major units.
    public var displayPrice: Double
    /// Its texts.
    public var localizations: [Localization]
    /// What makes it a subscription; nil for what does not renew.
    public var subscription: Subscription?
  }

  /// A kind of product, as the file calls it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Used up: can be bought again, and is not restored.
    case consumable = "Consumable"
    /// Bought once for ever.
    case nonConsumable = "NonConsumable"
    /// For a time that the app keeps: can be bought again, and is not restored. To Onside it is no subscription, since
    /// it has no period.
    case nonRenewingSubscription = "NonRenewingSubscription"
    /// Renews until it is cancelled.
    case recurringSubscription = "RecurringSubscription"
  }

  /// The texts of a product in one language.
  public struct Localization: Hashable, Sendable {
    /// The language, and perhaps the country, such as `en_US`.
    public var locale: String
    /// The name; empty if it has not been translated.
    public var displayName: String
    /// The description; may be empty.
    public var description: String
  }

  /// What a subscription has besides.
  public struct Subscription: Hashable, Sendable {
    /// The `id` of its group.
    public var groupID: String
    /// How long it lasts until it renews.
    public var period: OnsidePeriod
    /// What is offered to new subscribers.
    public var introductoryOffer: Offer?
    /// What is offered to others.
    public var adHocOffers: [Offer]
  }

  /// A subscription at another price for a time.
  public struct Offer: Hashable, Sendable {
    /// How it is paid.
    public var paymentMode: PaymentMode
    /// What it costs: 0 if it is free, whatever the file says besides.
    public var displayPrice: Double
    /// For how long that is.
    public var period: OnsidePeriod
    /// How often it is had.
    public var numberOfPeriods: Int
  }

  /// How an offer is paid, as the file calls it.
  public enum PaymentMode: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case free
    /// For each period.
    case payAsYouGo
    /// Once for all.
    case payUpFront
  }
}

extension StoreKitConfiguration.Product {
  /// What an account has once at most by buying this; nil for what can be bought again.
  package var entitlement: String? {
    switch kind {
    case .consumable, .nonRenewingSubscription: nil
    case .nonConsumable: "product:\(productID)"
    case .recurringSubscription: "group:\(subscription?.groupID ?? "")"
    }
  }
}
