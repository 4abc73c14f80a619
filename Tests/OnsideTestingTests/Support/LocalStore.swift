import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTestSupport
import OnsideTesting

/// The files of a local testing service, which exist until the test ends.
final class LocalStore: Sendable {
  let folder = TemporaryFolder()

  func open(
    _ catalog: Catalog? = nil, options: LocalTestingService.Options = .init()
  ) throws -> LocalTestingService {
    try LocalTestingService(catalog: catalog ?? Shop.catalog(), folder: folder.url, options: options)
  }
}

extension OnsideService {
  /// Returns the SDK's request for a payment at the current price by the logged-in user.
  func request(
    _ productIdentifier: String, key: UUID = UUID(), token: String? = nil
  ) async throws -> OnsideOrderRequest {
    guard let product = try await products([productIdentifier]).products.first, let session = await session() else {
      throw OnsideServiceError.notLoggedIn
    }
    return OnsideOrderRequest(
      idempotencyKey: key, product: product, appAccountToken: token, account: session.account,
      countryCode: session.storefront.countryCode)
  }

  @discardableResult
  func buy(_ productIdentifier: String, key: UUID = UUID(), token: String? = nil) async throws -> OnsideOrder {
    try await pay(request(productIdentifier, key: key, token: token))
  }
}
