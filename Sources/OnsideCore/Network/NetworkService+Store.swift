import CausewayTransport
import Foundation

extension NetworkService {
  /// The maximum number of characters in an identifier. A store refuses the whole request if one is longer.
  private static let maximumIdentifierLength = 512
  /// The maximum number of identifiers in one request. A store refuses a request with more identifiers.
  private static let identifiersAtOnce = 1_000

  /// Returns the products with these identifiers, in the logged-in user's storefront, or in the store's default
  /// storefront if no user is logged in.
  public func products(_ identifiers: [String]) async throws(OnsideServiceError) -> OnsideProductsResponse {
    // An identifier that is too long is not sent; the result lists it as invalid, like an unknown one.
    var rest = identifiers.filter { $0.unicodeScalars.count <= Self.maximumIdentifierLength }[...]
    var products: [OnsideProduct] = []
    var seen: Set<String> = []
    repeat {
      let batch = Array(rest.prefix(Self.identifiersAtOnce))
      rest = rest.dropFirst(batch.count)
      products += try await productsOfStore(batch).filter { seen.insert($0.productIdentifier).inserted }
    } while !rest.isEmpty
    return OnsideProductsResponse(
      products: products, invalidProductIdentifiers: identifiers.filter { seen.insert($0).inserted })
  }

  private func productsOfStore(_ identifiers: [String]) async throws(OnsideServiceError) -> [OnsideProduct] {
    let payload = ProductsQueryPayload(productIdentifiers: identifiers)
    let request = StoreRequest(.post, "products", "query", body: try StoreCoding.body(payload))
    return try await retry.result { () async throws(OnsideServiceError) in
      try StoreCoding.read(ProductsPayload.self, from: await askAsAnybody(request).accepted()).products.map(\.product)
    }
  }

  /// Sends a request for the logged-in user, or without a token if no user is logged in.
  private func askAsAnybody(_ request: StoreRequest) async throws(OnsideServiceError) -> HTTPAnswer {
    do throws(OnsideServiceError) {
      return try await ask(request).answer
    } catch .notLoggedIn {
      return try await connection.send(request)
    }
  }

  /// Returns how the user came to the app.
  public func attribution() async throws(OnsideServiceError) -> OnsideAttributionMetadata {
    try await retry.result { () async throws(OnsideServiceError) in
      let answer = try await connection.send(StoreRequest(.get, "attribution"))
      return try StoreCoding.read(AttributionPayload.self, from: answer.accepted()).metadata
    }
  }

  // MARK: Events

  /// Sends a batch of tracked events. The store uses their ids to recognize events that it received before.
  public func send(_ events: [OnsideEvent]) async throws {
    let request = StoreRequest(.post, "events", body: try StoreCoding.body(EventsPayload(events)))
    _ = try await connection.send(request).accepted([204])
  }
}
