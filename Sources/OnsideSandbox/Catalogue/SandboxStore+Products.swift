import CausewayDatabase
import OnsideCore

extension SandboxStore {
  /// The maximum length of a product identifier, in Unicode scalars.
  package static let maximumIdentifierLength = 512

  /// Returns the products with some identifiers, in the storefront of the session, or in the catalogue's storefront
  /// without a session. An account that has had a subscription of a group gets no introductory prices in that group.
  ///
  /// - Throws: `invalid_product_identifier` if there are too many identifiers or one is too long; `unavailable` if the
  ///   catalogue's `_storeKitErrors` simulate a failure.
  package func products(_ identifiers: [String], for session: SandboxSession?) throws(SandboxProblem)
    -> OnsideProductsResponse
  {
    guard identifiers.count <= options.maximumIdentifiers,
      identifiers.allSatisfy({ $0.unicodeScalars.count <= Self.maximumIdentifierLength })
    else {
      throw SandboxProblem(
        .invalidProductIdentifier,
        "product_identifiers: more than \(options.maximumIdentifiers), or one of more than "
          + "\(Self.maximumIdentifierLength) characters")
    }
    if options.catalog.configuration.settings.errors.contains(.loadProducts) {
      throw SandboxProblem(.unavailable, "_storeKitErrors of the catalogue has requests for products fail")
    }
    var response = options.catalog.products(identifiers, in: session?.country ?? catalogCountry)
    guard let session else { return response }
    let entitlements = try keeping { () throws(DatabaseError) in
      try records.subscribedGroups(of: session.account, app: session.app)
    }
    for index in response.products.indices {
      let entry = options.catalog.entry(response.products[index].productIdentifier)
      if let group = entry?.entitlement, entitlements.contains(group) {
        response.products[index].introductoryPrice = nil
      }
    }
    return response
  }
}
