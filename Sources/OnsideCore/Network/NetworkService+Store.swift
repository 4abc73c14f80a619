import Foundation

extension NetworkService {
  /// How many characters an identifier may have: with one of more, a store refuses the whole request.
  private static let maximumIdentifierLength = 512
  /// How many identifiers a store is asked for at once: with more, it refuses the request.
  private static let identifiersAtOnce = 1_000

  /// The products of some identifiers, in the storefront of who is logged in; in the store's own if nobody is.
  public func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse {
    // What can be no identifier comes back as any other that there is not.
    var rest = identifiers.filter { $0.unicodeScalars.count <= Self.maximumIdentifierLength }[...]
    var products: [OnsideProduct] = []
    var seen: Set<String> = []
    repeat {
      let asked = Array(rest.prefix(Self.identifiersAtOnce))
      rest = rest.dropFirst(asked.count)
      products += try await productsOfStore(asked).filter { seen.insert($0.productIdentifier).inserted }
    } while !rest.isEmpty
    return OnsideProductsResponse(
      products: products, invalidProductIdentifiers: identifiers.filter { seen.insert($0).inserted })
  }

  private func productsOfStore(_ identifiers: [String]) async throws(OnsideServiceError) -> [OnsideProduct] {
    let form = ProductsQueryForm(productIdentifiers: identifiers)
    let request = StoreRequest(.post, "products", "query", body: try StoreForm.body(form))
    return try await retry.result { () async throws(OnsideServiceError) in
      try StoreForm.read(ProductsForm.self, from: await askAsAnybody(request).accepted()).products.map(\.product)
    }
  }

  /// Sends a request of who is logged in, or else of nobody.
  private func askAsAnybody(_ request: StoreRequest) async throws(OnsideServiceError) -> StoreAnswer {
    do throws(OnsideServiceError) {
      return try await ask(request).answer
    } catch .notLoggedIn {
      return try await connection.send(request)
    }
  }

  /// How the user came to the app.
  public func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata {
    try await retry.result { () async throws(OnsideServiceError) in
      let answer = try await connection.send(StoreRequest(.get, "attribution"))
      return try StoreForm.read(AttributionForm.self, from: answer.accepted()).metadata
    }
  }

  // MARK: Events

  /// Takes a batch of tracked events; the store knows by their ids which of them it has.
  public func send(_ events: [OnsideEvent]) async throws {
    let request = StoreRequest(.post, "events", body: try StoreForm.body(EventsForm(events)))
    _ = try await connection.send(request).accepted([204])
  }
}
