import Foundation

/// A purchase, as the signed history has it. The names in JSON are those of the published schema, such as `order_id`.
///
/// No decision rests on a price, a currency, a reason, a country, a slug, a subscription group or the date of the first
/// order, so a purchase is used without them: they are nil where the history has no proper value, and the history's
/// ``TransactionHistory/violations`` say so.
public struct InAppPurchase: Hashable, Sendable {
  /// The order, the client's `transactionIdentifier`.
  public var orderID: UUID
  /// The order that began a subscription; otherwise the order itself.
  public var originalOrderID: UUID
  /// What was bought.
  public var productID: String
  /// The product's name in addresses.
  public var productSlug: String?
  /// What kind of product it is.
  public var productType: ProductType
  /// How many, at least 1.
  public var quantity: Int
  /// The price in the currency's smallest unit: 499 for 4.99.
  public var price: Int64?
  /// The currency, ISO 4217.
  public var currency: String?
  /// When it was paid.
  public var purchaseDate: Date
  /// When the order of ``originalOrderID`` was paid.
  public var originalPurchaseDate: Date?
  /// When the store said so: the later of two statements about one order is the one that counts.
  public var fetchedAt: Date
  /// When a subscription's period ends; nil for other products.
  public var expiresAt: Date?
  /// When the purchase was taken back; nil if it stands.
  public var revocationDate: Date?
  /// Why it was taken back.
  public var revocationReason: String?
  /// What made the transaction.
  public var transactionReason: TransactionReason?
  /// The app's own name for its user, as it was given at the purchase.
  public var appAccountToken: String?
  /// The subscription group.
  public var subscriptionID: String?
  /// The app.
  public var bundleID: String
  /// The user's country, ISO 3166-1 alpha-2.
  public var userCountry: String?

  /// A purchase. Dates are kept in JSON to the millisecond.
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
  /// Whether the purchase gives something at a time: it was not taken back, and the period that was paid, if there is one,
  /// is not over.
  ///
  /// - Parameter date: the time of this machine, usually. If the store's clock is ahead of it, ``fetchedAt`` counts.
  public func stands(at date: Date) -> Bool {
    revocationDate == nil && expiresAt.map { $0 > max(date, fetchedAt) } ?? true
  }
}

extension InAppPurchase {
  /// A kind of product. The schema may grow, so any text is one.
  public struct ProductType: RawRepresentable, Hashable, Sendable, Codable {
    /// As it stands in JSON.
    public var rawValue: String

    /// The kind of a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Used up, and bought again.
    public static let consumable = ProductType(rawValue: "CONSUMABLE")
    /// Bought once, and kept.
    public static let nonConsumable = ProductType(rawValue: "NON_CONSUMABLE")
    /// Paid again each period until it is cancelled.
    public static let autoRenewableSubscription = ProductType(rawValue: "AUTO_RENEWABLE_SUBSCRIPTION")
    /// Paid for one period.
    public static let nonRenewingSubscription = ProductType(rawValue: "NON_RENEWING_SUBSCRIPTION")
  }

  /// What made a transaction. The schema may grow, so any text is one.
  public struct TransactionReason: RawRepresentable, Hashable, Sendable, Codable {
    /// As it stands in JSON.
    public var rawValue: String

    /// The reason of a text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A user bought it.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// A subscription began its next period.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")
  }
}
