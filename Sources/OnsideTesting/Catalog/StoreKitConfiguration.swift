import OnsideCore

/// The content of a StoreKit configuration file of Xcode, version 4: the products and the settings of local testing.
///
/// Unknown keys are ignored. The following known keys are ignored too, because they have no meaning in Onside:
/// `identifier`, `internalID`, `familyShareable`, a group's texts, and `codeOffers`.
public struct StoreKitConfiguration: Hashable, Sendable {
  /// The products of every kind: those of `products`, then of `nonRenewingSubscriptions`, then of each group. Every
  /// identifier is unique.
  public var products: [Product]
  /// The settings of the file.
  public var settings: Settings

  /// A product of the file.
  public struct Product: Hashable, Sendable {
    /// The kind of product.
    public var kind: Kind
    /// The identifier, which is Onside's `productIdentifier`.
    public var productID: String
    /// The name that the developers use.
    public var referenceName: String?
    /// The price in the currency of the storefront, in major units.
    public var displayPrice: Double
    /// The texts, one entry per language.
    public var localizations: [Localization]
    /// The details of a subscription; nil for other products.
    public var subscription: Subscription?
  }

  /// A kind of product, with the file's name for it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A product that is used up: it can be bought again, and is not restored.
    case consumable = "Consumable"
    /// A product that is bought once and never expires.
    case nonConsumable = "NonConsumable"
    /// A product that is valid for a limited time, which the app itself tracks. It can be bought again, and is not
    /// restored. Onside does not treat it as a subscription, because it has no period.
    case nonRenewingSubscription = "NonRenewingSubscription"
    /// A subscription that renews until it is cancelled.
    case recurringSubscription = "RecurringSubscription"
  }

  /// The texts of a product in one language.
  public struct Localization: Hashable, Sendable {
    /// The language, optionally with the country, such as `en_US`.
    public var locale: String
    /// The name; empty if it was not translated.
    public var displayName: String
    /// The description; may be empty.
    public var description: String
  }

  /// The details that only a subscription has.
  public struct Subscription: Hashable, Sendable {
    /// The `id` of the subscription's group.
    public var groupID: String
    /// The level of service in the group: `groupNumber`, 1 for the highest. Subscriptions can have the same level.
    public var level: Int
    /// The time after which the subscription renews.
    public var period: OnsidePeriod
    /// The offer for new subscribers; nil if there is none.
    public var introductoryOffer: Offer?
    /// The offers for existing and former subscribers.
    public var adHocOffers: [Offer]
  }

  /// An offer of a subscription at another price for a limited time.
  public struct Offer: Hashable, Sendable {
    /// The way in which the offer is paid.
    public var paymentMode: PaymentMode
    /// The price; 0 for a free offer, even if the file specifies another price.
    public var displayPrice: Double
    /// The length of one period of the offer.
    public var period: OnsidePeriod
    /// The number of periods of the offer.
    public var numberOfPeriods: Int
  }

  /// The way in which an offer is paid, with the file's name for it.
  public enum PaymentMode: String, Hashable, Sendable, CaseIterable {
    /// Nothing is paid.
    case free
    /// The price is paid for each period.
    case payAsYouGo
    /// The price is paid once for all periods.
    case payUpFront
  }
}

extension StoreKitConfiguration.Product {
  /// The key of an entitlement that an account can have only once, through this product or its group; nil for a product
  /// that can be bought again.
  package var entitlement: String? {
    switch kind {
    case .consumable, .nonRenewingSubscription: nil
    case .nonConsumable: "product:\(productID)"
    case .recurringSubscription: "group:\(subscription?.groupID ?? "")"
    }
  }
}
