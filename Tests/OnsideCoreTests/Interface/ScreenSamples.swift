import Foundation

@testable import OnsideCore

/// Sample data for the screens of these tests.
enum ScreenSamples {
  static let germany = OnsideStorefront(id: "1", countryCode: "DE")

  static func product(
    _ value: Double, _ currency: String = "EUR", every period: OnsidePeriod? = nil, first: OnsidePricePeriod? = nil,
    discounted: OnsidePricePeriod? = nil
  ) -> OnsideProduct {
    OnsideProduct(
      productIdentifier: "news.pro", localizedTitle: "Newsroom Pro", localizedDescription: "All articles.",
      price: OnsidePrice(value: value, currencyCode: currency), subscriptionPeriod: period, introductoryPrice: first,
      discountedPrice: discounted)
  }

  static func offer(_ value: Double, for period: OnsidePeriod) -> OnsidePricePeriod {
    OnsidePricePeriod(price: OnsidePrice(value: value, currencyCode: "EUR"), period: period)
  }

  static func sheet(
    _ product: OnsideProduct, requestingOrigin: String? = "https://shop.example",
    in storefront: OnsideStorefront = germany,
    priceHasChanged: Bool = false
  ) -> OnsidePaymentSheet {
    OnsidePaymentSheet(
      id: UUID(), theme: .auto, requestingOrigin: requestingOrigin, product: product, storefront: storefront,
      occasion: priceHasChanged ? .priceHasChanged : .first)
  }
}
