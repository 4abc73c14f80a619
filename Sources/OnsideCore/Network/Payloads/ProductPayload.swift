import Foundation

/// An amount of money in the store's JSON.
struct PricePayload: Codable {
  var value: Double
  var currencyCode: String

  init(_ price: OnsidePrice) {
    value = price.value
    currencyCode = price.currencyCode
  }

  var price: OnsidePrice { OnsidePrice(value: value, currencyCode: currencyCode) }
}

/// A period in the store's JSON.
struct PeriodPayload: Codable {
  enum Unit: String, Codable {
    case day
    case week
    case month
    case year
  }

  var unit: Unit
  var numberOfUnits: UInt

  init(_ period: OnsidePeriod) {
    (unit, numberOfUnits) =
      switch period {
      case .day(let count): (.day, count)
      case .week(let count): (.week, count)
      case .month(let count): (.month, count)
      case .year(let count): (.year, count)
      }
  }

  var period: OnsidePeriod {
    switch unit {
    case .day: .day(numberOfUnits)
    case .week: .week(numberOfUnits)
    case .month: .month(numberOfUnits)
    case .year: .year(numberOfUnits)
    }
  }
}

/// A price for a period in the store's JSON.
struct PricePeriodPayload: Codable {
  var price: PricePayload
  var period: PeriodPayload

  init(_ pricePeriod: OnsidePricePeriod) {
    price = PricePayload(pricePeriod.price)
    period = PeriodPayload(pricePeriod.period)
  }

  var pricePeriod: OnsidePricePeriod { OnsidePricePeriod(price: price.price, period: period.period) }
}

/// A product in the store's JSON.
struct ProductPayload: Decodable {
  var productIdentifier: String
  var localizedTitle: String
  var localizedDescription: String
  var iconUrl: String?
  var price: PricePayload
  var subscriptionPeriod: PeriodPayload?
  var subscriptionGroupIdentifier: String?
  var introductoryPrice: PricePeriodPayload?
  var discountedPrice: PricePeriodPayload?

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
}

/// The store's answer with the products, and the identifiers without a product.
struct ProductsPayload: Decodable {
  var products: [ProductPayload]
  var invalidProductIdentifiers: [String]
}
