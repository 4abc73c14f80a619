/// A request for products. Its owner keeps it: letting it go cancels it.
@MainActor public protocol OnsideProductsRequest: AnyObject, Sendable {
  /// Told of the answer. Held weakly.
  var delegate: (any OnsideProductsRequestDelegate)? { get set }
  /// Asks; of no effect while it is asking.
  func start()
  /// Asks no longer: the delegate is told nothing more.
  func stop()
}

/// Told of the answer to a request for products.
@MainActor public protocol OnsideProductsRequestDelegate: AnyObject {
  /// The products are there.
  func onsideProductsRequest(
    _ request: any OnsideProductsRequest, didReceive response: OnsideProductsResponse)
  /// They will not come.
  func onsideProductsRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError)
  /// The same, under the name that the published example app has for it. The request calls this one; left out, the other
  /// one is called. If both are left out, the log says so.
  func onsideProductsRequestRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError)
  /// It has succeeded, and the products were told of.
  func onsideProductsRequestDidFinish(_ request: any OnsideProductsRequest)
}

extension OnsideProductsRequestDelegate {
  /// Writes to the log that nobody has heard of the error.
  public func onsideProductsRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
  ) {
    let log = (request as? ProductsRequest)?.log ?? OnsideClient.writeToSystemLog
    log(
      "A request for products failed with \(error), and its delegate does not hear of it: it needs "
        + "onsideProductsRequest(_:didFailWithError:).")
  }

  /// What the other name of it does.
  public func onsideProductsRequestRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
  ) {
    onsideProductsRequest(request, didFailWithError: error)
  }
}

extension OnsideClient {
  /// A request for the products of some identifiers.
  public func makeProductsRequest(productIdentifiers: Set<String>) -> any OnsideProductsRequest {
    ProductsRequest(client: self, productIdentifiers: productIdentifiers)
  }
}

/// A request for products of one client.
@MainActor private final class ProductsRequest: OnsideProductsRequest {
  weak var delegate: (any OnsideProductsRequestDelegate)?
  private let client: OnsideClient
  private let productIdentifiers: Set<String>
  private let work = RequestWork()
  private var stops = 0

  var log: @Sendable (String) -> Void { client.log }

  init(client: OnsideClient, productIdentifiers: Set<String>) {
    self.client = client
    self.productIdentifiers = productIdentifiers
  }

  func start() {
    work.start { [weak self, client, productIdentifiers] in
      let result: Result<OnsideProductsResponse, OnsideProductsRequestError>
      do throws(OnsideProductsRequestError) {
        result = .success(try await client.products(productIdentifiers.sorted()))
      } catch {
        result = .failure(error)
      }
      return { self?.finish(result) }
    }
  }

  func stop() {
    stops += 1
    work.stop()
  }

  private func finish(_ result: Result<OnsideProductsResponse, OnsideProductsRequestError>) {
    switch result {
    case .success(let response):
      let stops = stops
      delegate?.onsideProductsRequest(self, didReceive: response)
      if stops == self.stops { delegate?.onsideProductsRequestDidFinish(self) }
    case .failure(let error): delegate?.onsideProductsRequestRequest(self, didFailWithError: error)
    }
  }
}
