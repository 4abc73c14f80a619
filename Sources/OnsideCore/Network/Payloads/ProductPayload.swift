import Foundation

// The JSON of the store's API. Each shape has one type, which the client and the sandbox store share.

/// An amount of money in the store's JSON.
package struct PricePayload: Codable {
  var value: Double
  var currencyCode: String

  private enum CodingKeys: String, CodingKey {
    case value
    case currencyCode = "currency_code"
  }

  package init(_ price: OnsidePrice) {
    value = price.value
    currencyCode = price.currencyCode
  }

  var price: OnsidePrice { OnsidePrice(value: value, currencyCode: currencyCode) }
}

/// A period in the store's JSON.
package struct PeriodPayload: Codable {
  package enum Unit: String, Codable, CaseIterable {
    case day
    case week
    case month
    case year
  }

  var unit: Unit
  var numberOfUnits: UInt

  private enum CodingKeys: String, CodingKey {
    case unit
    case numberOfUnits = "number_of_units"
  }

  package init(unit: Unit, numberOfUnits: UInt) {
    self.unit = unit
    self.numberOfUnits = numberOfUnits
  }

  init(_ period: OnsidePeriod) {
    (unit, numberOfUnits) =
      switch period {
      case .day(let count): (.day, count)
      case .week(let count): (.week, count)
      case .month(let count): (.month, count)
      case .year(let count): (.year, count)
      }
  }

  package var period: OnsidePeriod {
    switch unit {
    case .day: .day(numberOfUnits)
    case .week: .week(numberOfUnits)
    case .month: .month(numberOfUnits)
    case .year: .year(numberOfUnits)
    }
  }
}

/// A price for a period in the store's JSON.
package struct PricePeriodPayload: Codable {
  var price: PricePayload
  var period: PeriodPayload

  package init(_ pricePeriod: OnsidePricePeriod) {
    price = PricePayload(pricePeriod.price)
    period = PeriodPayload(pricePeriod.period)
  }

  var pricePeriod: OnsidePricePeriod { OnsidePricePeriod(price: price.price, period: period.period) }
}

/// A product in the store's JSON.
package struct ProductPayload: Codable {
  var productIdentifier: String
  var localizedTitle: String
  var localizedDescription: String
  var price: PricePayload
  var iconUrl: String?
  var subscriptionPeriod: PeriodPayload?
  var subscriptionGroupIdentifier: String?
  var introductoryPrice: PricePeriodPayload?
  var discountedPrice: PricePeriodPayload?

  private enum CodingKeys: String, CodingKey {
    case productIdentifier = "product_identifier"
    case localizedTitle = "localized_title"
    case localizedDescription = "localized_description"
    case price
    case iconUrl = "icon_url"
    case subscriptionPeriod = "subscription_period"
    case subscriptionGroupIdentifier = "subscription_group_identifier"
    case introductoryPrice = "introductory_price"
    case discountedPrice = "discounted_price"
  }

  package init(_ product: OnsideProduct) {
    productIdentifier = product.productIdentifier
    localizedTitle = product.localizedTitle
    localizedDescription = product.localizedDescription
    price = PricePayload(product.price)
    iconUrl = product.iconUrl?.absoluteString
    subscriptionPeriod = product.subscriptionPeriod.map(PeriodPayload.init)
    subscriptionGroupIdentifier = product.subscriptionGroupIdentifier
    introductoryPrice = product.introductoryPrice.map(PricePeriodPayload.init)
    discountedPrice = product.discountedPrice.map(PricePeriodPayload.init)
  }

  var product: OnsideProduct {
    OnsideProduct(
      productIdentifier: productIdentifier, localizedTitle: localizedTitle, localizedDescription: localizedDescription,
      price: price.price, subscriptionPeriod: subscriptionPeriod?.period,
      subscriptionGroupIdentifier: subscriptionGroupIdentifier, introductoryPrice: introductoryPrice?.pricePeriod,
      discountedPrice: discountedPrice?.pricePeriod, iconUrl: iconUrl.flatMap { URL(string: $0) })
  }
}

/// The request body that names the requested products.
struct ProductsQueryPayload: Encodable {
  var productIdentifiers: [String]

  private enum CodingKeys: String, CodingKey {
    case productIdentifiers = "product_identifiers"
  }
}

/// The store's answer with the products, and the identifiers without a product.
package struct ProductsPayload: Codable {
  var products: [ProductPayload]
  var invalidProductIdentifiers: [String]

  private enum CodingKeys: String, CodingKey {
    case products
    case invalidProductIdentifiers = "invalid_product_identifiers"
  }

  package init(_ response: OnsideProductsResponse) {
    products = response.products.map(ProductPayload.init)
    invalidProductIdentifiers = response.invalidProductIdentifiers
  }
}
