import Foundation

@testable import OnsideCore

/// Sample data for the windows of these tests.
enum Samples {
  static let storefront = OnsideStorefront(id: "1", countryCode: "DE")

  static let coins = OnsideProduct(
    productIdentifier: "coins.100", localizedTitle: "100 gold coins", localizedDescription: "They never expire.",
    price: OnsidePrice(value: 4.99, currencyCode: "EUR"))

  static let subscription = OnsideProduct(
    productIdentifier: "news.pro", localizedTitle: "Newsroom Pro", localizedDescription: "All articles.",
    price: OnsidePrice(value: 9.99, currencyCode: "EUR"), subscriptionPeriod: .month(1),
    introductoryPrice: OnsidePricePeriod(price: OnsidePrice(value: 0, currencyCode: "EUR"), period: .week(1)),
    discountedPrice: OnsidePricePeriod(price: OnsidePrice(value: 4.99, currencyCode: "EUR"), period: .month(3)))

  static func sheet(
    _ product: OnsideProduct = coins, theme: OnsideUIThemeMode = .auto,
    requestingOrigin: String? = "https://shop.example"
  ) -> OnsidePaymentSheet {
    OnsidePaymentSheet(
      id: UUID(), theme: theme, requestingOrigin: requestingOrigin, product: product, storefront: storefront,
      occasion: .first)
  }

  @MainActor static func login(
    requestingOrigin: String? = "https://shop.example", forcesLocalMethods: Bool = false, countryCode: String? = "DE",
    theme: OnsideUIThemeMode = .light, submit: @escaping (OnsideCredential) async throws(OnsideServiceError) -> Void
  ) -> OnsideLoginScreen {
    OnsideLoginScreen(
      theme: theme, requestingOrigin: requestingOrigin, forcesLocalMethods: forcesLocalMethods,
      countryCode: countryCode,
      submit: { (credential) async throws(OnsideServiceError) in
        try await submit(credential)
        return .done(OnsideSession(account: "ada", storefront: storefront))
      },
      finish: { (_) async throws(OnsideServiceError) in throw .notLoggedIn })
  }
}

/// The error of a system on which no window can be shown.
struct NoDisplay: Error {}
