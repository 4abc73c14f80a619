import Foundation

/// A product that can be bought.
public struct OnsideProduct: Hashable, Codable, Sendable {
  /// Onside's identifier from the developer console; not an App Store SKU.
  public var productIdentifier: String
  /// The product's name in the user's language.
  public var localizedTitle: String
  /// The product's description in the user's language.
  public var localizedDescription: String
  /// The price: paid once, or for each ``subscriptionPeriod``.
  public var price: OnsidePrice
  /// The time after which a subscription renews; nil for other products.
  public var subscriptionPeriod: OnsidePeriod?
  /// The identifier of the subscription's group; nil for other products. A user has at most one subscription of a group
  /// at a time.
  public var subscriptionGroupIdentifier: String?
  /// The price that a new subscriber pays at first; nil if there is none.
  public var introductoryPrice: OnsidePricePeriod?
  /// The price offered to keep a subscriber or to win one back; nil if there is none.
  public var discountedPrice: OnsidePricePeriod?
  /// The URL of the product's image; nil if there is none.
  public var iconUrl: URL?

  /// Creates a product.
  public init(
    productIdentifier: String, localizedTitle: String, localizedDescription: String, price: OnsidePrice,
    subscriptionPeriod: OnsidePeriod? = nil, subscriptionGroupIdentifier: String? = nil,
    introductoryPrice: OnsidePricePeriod? = nil, discountedPrice: OnsidePricePeriod? = nil, iconUrl: URL? = nil
  ) {
    self.productIdentifier = productIdentifier
    self.localizedTitle = localizedTitle
    self.localizedDescription = localizedDescription
    self.price = price
    self.subscriptionPeriod = subscriptionPeriod
    self.subscriptionGroupIdentifier = subscriptionGroupIdentifier
    self.introductoryPrice = introductoryPrice
    self.discountedPrice = discountedPrice
    self.iconUrl = iconUrl
  }
}

extension OnsideProduct: CustomStringConvertible {
  /// The product as a text for logs: `shop.coins.100 (4.99 EUR)`.
  public var description: String { "\(productIdentifier) (\(price.value) \(price.currencyCode))" }
}

/// The products that a request found, and the identifiers without a product.
public struct OnsideProductsResponse: Hashable, Codable, Sendable {
  /// The products, in the order of the request.
  public var products: [OnsideProduct]
  /// The identifiers that are unknown or malformed, in the order of the request.
  public var invalidProductIdentifiers: [String]

  /// Creates a response.
  public init(products: [OnsideProduct], invalidProductIdentifiers: [String]) {
    self.products = products
    self.invalidProductIdentifiers = invalidProductIdentifiers
  }
}
