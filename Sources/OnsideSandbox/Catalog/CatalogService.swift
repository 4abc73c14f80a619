import CausewayDatabase
import OnsideCore
import OnsideTesting

/// The products for sale, as each account sees them.
package struct CatalogService {
  let catalog: Catalog
  /// The maximum number of product identifiers in a request.
  let maximumIdentifiers: Int
  let database: Database
  let orders: OrderRecords

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
}
