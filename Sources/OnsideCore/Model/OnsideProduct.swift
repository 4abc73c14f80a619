import Foundation

/// Something that can be bought.
public struct OnsideProduct: Hashable, Codable, Sendable {
  /// Onside's identifier, from the developer console; not an App Store SKU.
  public var productIdentifier: String
  /// Its name in the user's language.
  public var localizedTitle: String
  /// What it is, in the user's language.
  public var localizedDescription: String
  /// What it costs: once, or for each ``subscriptionPeriod``.
  public var price: OnsidePrice
  /// How long a subscription lasts until it renews; nil for what is no subscription.
  public var subscriptionPeriod: OnsidePeriod?
  /// The group of subscriptions of which a user has one at a time; nil for what is no subscription.
  public var subscriptionGroupIdentifier: String?
  /// What a new subscriber pays at first.
  public var introductoryPrice: OnsidePricePeriod?
  /// What a subscriber is offered to stay or to come back.
  public var discountedPrice: OnsidePricePeriod?
  /// A picture of it.
  public var iconUrl: URL?

  /// A product.
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
  /// For logs: `shop.coins.100 (4.99 EUR)`.
  public var description: String { "\(productIdentifier) (\(price.value) \(price.currencyCode))" }
}

/// The products that a request found, and the identifiers for which there is none.
public struct OnsideProductsResponse: Hashable, Codable, Sendable {
  /// The products, in the order of the request.
  public var products: [OnsideProduct]
  /// The identifiers that are unknown or malformed, in the order of the request.
  public var invalidProductIdentifiers: [String]

  /// A response.
  public init(products: [OnsideProduct], invalidProductIdentifiers: [String]) {
    self.products = products
    self.invalidProductIdentifiers = invalidProductIdentifiers
  }
}
