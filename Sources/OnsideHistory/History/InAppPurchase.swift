import Foundation

/// A purchase of a signed history. The names in JSON are those of the published schema, such as `order_id`.
///
/// A purchase can be used without its price, currency, reasons, country, slug, subscription group or date of the first
/// order, because no decision depends on them. Such a property is nil if the history has no valid value for it, and the
/// history's ``TransactionHistory/violations`` say so.
public struct InAppPurchase: Hashable, Sendable {
  /// The order's id: the client's `transactionIdentifier`.
  public var orderID: UUID
  /// The id of the order that began the subscription; for other products, the order's own id.
  public var originalOrderID: UUID
  /// The identifier of the product.
  public var productID: String
  /// The product's name in URLs.
  public var productSlug: String?
  /// The kind of the product.
  public var productType: ProductType
  /// The number of units, at least 1.
  public var quantity: Int
  /// The price in the currency's smallest unit: 499 for 4.99.
  public var price: Int64?
  /// The currency code, ISO 4217.
  public var currency: String?
  /// The time of the payment.
  public var purchaseDate: Date
  /// The time of the payment of the order ``originalOrderID``.
  public var originalPurchaseDate: Date?
  /// The time at which the store reported this state of the purchase. If there are several reports about an order, the
  /// latest one counts.
  public var fetchedAt: Date
  /// The end of a subscription's period; nil for other products.
  public var expiresAt: Date?
  /// The time at which the purchase was revoked; nil if it was not revoked.
  public var revocationDate: Date?
  /// The reason for the revocation.
  public var revocationReason: String?
  /// The cause of the transaction.
  public var transactionReason: TransactionReason?
  /// The app's own token for its user, as the app passed it with the payment.
  public var appAccountToken: String?
  /// The identifier of the subscription group.
  public var subscriptionID: String?
  /// The app's bundle identifier.
  public var bundleID: String
  /// The user's country code, ISO 3166-1 alpha-2.
  public var userCountry: String?

  /// Creates a purchase. In its JSON, dates are precise to the millisecond.
  public init(
    orderID: UUID, originalOrderID: UUID, productID: String, productSlug: String? = nil, productType: ProductType,
    quantity: Int = 1, price: Int64?, currency: String?, purchaseDate: Date, originalPurchaseDate: Date?,
    fetchedAt: Date, expiresAt: Date? = nil, revocationDate: Date? = nil, revocationReason: String? = nil,
    transactionReason: TransactionReason? = .purchase, appAccountToken: String? = nil, subscriptionID: String? = nil,
    bundleID: String, userCountry: String?
  ) {
    self.orderID = orderID
    self.originalOrderID = originalOrderID
    self.productID = productID
    self.productSlug = productSlug
    self.productType = productType
    self.quantity = quantity
    self.price = price
    self.currency = currency
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate
    self.fetchedAt = fetchedAt
    self.expiresAt = expiresAt
    self.revocationDate = revocationDate
    self.revocationReason = revocationReason
    self.transactionReason = transactionReason
    self.appAccountToken = appAccountToken
    self.subscriptionID = subscriptionID
    self.bundleID = bundleID
    self.userCountry = userCountry
  }
}

extension InAppPurchase {
  /// Returns whether the purchase is valid at a time: it was not revoked, and its paid period, if there is one, has not
  /// ended.
  ///
  /// - Parameter date: usually the current time of this machine. If ``fetchedAt`` is later, because the store's clock
  ///   is ahead, ``fetchedAt`` is used instead.
  public func stands(at date: Date) -> Bool {
    revocationDate == nil && expiresAt.map { $0 > max(date, fetchedAt) } ?? true
  }
}

extension InAppPurchase {
  /// A kind of product. Any text is allowed, because the schema may grow.
  public struct ProductType: RawRepresentable, Hashable, Sendable, Codable {
    /// The text in JSON.
    public var rawValue: String

    /// Creates the kind with this text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A product that is used up and can then be bought again.
    public static let consumable = ProductType(rawValue: "CONSUMABLE")
    /// A product that is bought once and does not expire.
    public static let nonConsumable = ProductType(rawValue: "NON_CONSUMABLE")
    /// A subscription that is paid again each period until it is cancelled.
    public static let autoRenewableSubscription = ProductType(rawValue: "AUTO_RENEWABLE_SUBSCRIPTION")
    /// A subscription that is paid for one period.
    public static let nonRenewingSubscription = ProductType(rawValue: "NON_RENEWING_SUBSCRIPTION")
  }

  /// A cause of a transaction. Any text is allowed, because the schema may grow.
  public struct TransactionReason: RawRepresentable, Hashable, Sendable, Codable {
    /// The text in JSON.
    public var rawValue: String

    /// Creates the reason with this text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user bought the product.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// The subscription began its next period.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")
  }
}
