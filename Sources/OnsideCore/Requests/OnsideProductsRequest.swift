/// A request for products. The app must keep a reference to it, because deallocating the request cancels it.
@MainActor public protocol OnsideProductsRequest: AnyObject, Sendable {
  /// The receiver of the answer. Held weakly.
  var delegate: (any OnsideProductsRequestDelegate)? { get set }
  /// Sends the request. Has no effect while the request is running.
  func start()
  /// Cancels the request, so that the delegate receives no more calls.
  func stop()
}

/// The receiver of the answer to a request for products.
@MainActor public protocol OnsideProductsRequestDelegate: AnyObject {
  /// Called when the products have arrived.
  func onsideProductsRequest(
    _ request: any OnsideProductsRequest, didReceive response: OnsideProductsResponse)
  /// Called when the request has failed.
  func onsideProductsRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError)
  /// Called when the request has failed. The published example app uses this name. The request calls this method, whose
  /// default implementation calls `onsideProductsRequest(_:didFailWithError:)`. If the delegate implements neither, the
  /// error is logged.
  func onsideProductsRequestRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError)
  /// Called when the request has succeeded and the delegate has received the products.
  func onsideProductsRequestDidFinish(_ request: any OnsideProductsRequest)
}

extension OnsideProductsRequestDelegate {
  /// Logs the error, because the delegate does not implement the method.
  public func onsideProductsRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
  ) {
    let log = (request as? ProductsRequest)?.log ?? OnsideClient.writeToSystemLog
    log(
      "A request for products failed with \(error), but its delegate was not notified, because it does not implement "
        + "onsideProductsRequest(_:didFailWithError:).")
  }

  /// Calls `onsideProductsRequest(_:didFailWithError:)`.
  public func onsideProductsRequestRequest(
    _ request: any OnsideProductsRequest, didFailWithError error: OnsideProductsRequestError
  ) {
    onsideProductsRequest(request, didFailWithError: error)
  }
}

extension OnsideClient {
  /// Creates a request for the products with these identifiers.
  public func makeProductsRequest(productIdentifiers: Set<String>) -> any OnsideProductsRequest {
    ProductsRequest(client: self, productIdentifiers: productIdentifiers)
  }
}

/// The implementation of ``OnsideProductsRequest`` that a client returns.
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
