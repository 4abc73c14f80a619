import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

/// The products for sale, as each account sees them.
package struct CatalogService {
  let catalog: Catalog
  /// The maximum number of product identifiers in a request.
  let maximumIdentifiers: Int
  let database: Database
  let orders: OrderRecords
  let prices: PriceRecords
  let subscriptions: SubscriptionService
  let clock: ClockService

  /// The maximum length of a product identifier, in Unicode scalars.
  package static let maximumIdentifierLength = 512

  /// Returns the products with these identifiers, in the storefront of the session, or in the catalog's storefront
  /// without a session. An account that has had a subscription of a group gets no introductory prices in that group.
  ///
  /// - Throws: `invalid_product_identifier` if there are too many identifiers or one is too long; `unavailable` if the
  ///   catalog's `_storeKitErrors` simulate a failure.
  package func products(_ identifiers: [String], for session: SandboxSession?) throws(SandboxProblem)
    -> OnsideProductsResponse
  {
    guard identifiers.count <= maximumIdentifiers,
      identifiers.allSatisfy({ $0.unicodeScalars.count <= Self.maximumIdentifierLength })
    else {
      throw SandboxProblem(
        .invalidProductIdentifier,
        "product_identifiers: send at most \(maximumIdentifiers) identifiers of at most "
          + "\(Self.maximumIdentifierLength) characters each")
    }
    if catalog.configuration.settings.errors.contains(.loadProducts) {
      throw SandboxProblem(
        .unavailable, "_storeKitErrors of the catalog enables an error of product requests; disable it in the catalog")
    }
    var response = catalog.products(identifiers, in: session?.country ?? catalog.country)
    for index in response.products.indices { response.products[index] = try priced(response.products[index]) }
    guard let session else { return response }
    let entitlements = try database.run { () throws(DatabaseError) in
      try orders.subscribedGroups(of: session.account, app: session.app)
    }
    for index in response.products.indices {
      let entry = catalog.entry(response.products[index].productIdentifier)
      if let group = entry?.entitlement, entitlements.contains(group) {
        response.products[index].introductoryPrice = nil
      }
    }
    return response
  }

  /// Changes the price of a product. New purchases pay it at once. Subscriptions that were bought before renew at a lower
  /// price without further steps, and at a higher price only if their customers consent; see ``PriceIncrease``.
  ///
  /// - Parameters:
  ///   - value: the price in major units, in the currency of each storefront.
  ///   - notice: the time until the change takes effect for subscriptions that were bought before, in seconds of the
  ///     store's clock.
  /// - Throws: `not_found` for a product that is not in the catalog.
  package func setPrice(_ value: Double, of product: String, notice: TimeInterval = 0) throws(SandboxProblem) {
    guard catalog.entry(product) != nil else {
      throw SandboxProblem(.notFound, "The catalog has no product with the identifier in the path")
    }
    // Renewals that are due get the price of before.
    try subscriptions.catchUp()
    let effective = min(clock.now().addingTimeInterval(notice), StoreClock.end)
    try database.run { () throws(DatabaseError) in
      try prices.keep(PriceChange(value: value, effective: effective), of: product)
    }
  }

  /// Returns all products in the catalog's storefront, in the order of the catalog, with the prices that new purchases
  /// pay.
  func all() throws(SandboxProblem) -> [OnsideProduct] {
    var products = catalog.products(catalog.configuration.products.map(\.productID), in: catalog.country).products
    for index in products.indices { products[index] = try priced(products[index]) }
    return products
  }

  /// Returns a product of the catalog with the price that new purchases pay.
  func priced(_ product: OnsideProduct) throws(SandboxProblem) -> OnsideProduct {
    try database.run { () throws(DatabaseError) in try currentPrice(of: product) }
  }

  /// Returns a product of the catalog with the price that new purchases pay. A step of a transaction.
  func currentPrice(of product: OnsideProduct) throws(DatabaseError) -> OnsideProduct {
    var product = product
    if let change = try prices.change(of: product.productIdentifier) { product.price.value = change.value }
    return product
  }
}
