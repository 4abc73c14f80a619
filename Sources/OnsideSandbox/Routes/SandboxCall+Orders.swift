import CausewayHTTP
import Foundation
import OnsideCore

/// The operations of the tags `products` and `orders`.
extension SandboxCall {
  func products(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let session = try sessionIfAny(in: store)
    let body = try body()
    var identifiers: [String] = []
    for (index, element) in try body.array("product_identifiers").enumerated() {
      guard let identifier = element.stringValue else {
        throw body.problem("product_identifiers[\(index)]", "not a string")
      }
      identifiers.append(identifier)
    }
    return .json(ProductsPayload(try store.catalog.products(identifiers, for: session)))
  }

  func pay(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let session = try session(in: store)
    let payment = try store.orders.pay(try body().orderRequest(key: try idempotencyKey()), by: session)
    return .json(OrderPayload(payment.order.order), status: payment.isNew ? 201 : 200)
  }

  func settle(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let session = try session(in: store)
    let order = try store.orders.settle(try body().uuid("idempotency_key"), by: session)
    return .json(SettlementPayload(order?.order))
  }

  func purchases(in store: isolated SandboxStore) throws(SandboxProblem) -> HTTPResponse {
    let session = try session(in: store)
    let orders = try store.orders.purchases(of: session)
    return .json(PurchasesPayload(account: session.account, orders.map(\.order)))
  }

  func signedHistory(in store: isolated SandboxStore) async throws(SandboxProblem) -> HTTPResponse {
    .jose(try await store.histories.statement(of: try session(in: store)).signed())
  }
}

extension RequestObject {
  fileprivate func orderRequest(key: UUID) throws(SandboxProblem) -> OrderRequest {
    OrderRequest(
      key: key, productIdentifier: try string("product_identifier", length: 1...512), price: try price("price"),
      introductoryPrice: try optional("introductory_price") { key throws(SandboxProblem) in try pricePeriod(key) },
      discountedPrice: try optional("discounted_price") { key throws(SandboxProblem) in try pricePeriod(key) },
      account: try string("account"), countryCode: try countryCode("country_code"),
      appAccountToken: try optional("app_account_token") { key throws(SandboxProblem) in try appAccountToken(key) },
      paymentMethod: try optional("payment_method_id") { key throws(SandboxProblem) in
        try string(key, length: 1...200)
      })
  }

  /// Reads the app's identifier of its user, and checks its length in bytes.
  private func appAccountToken(_ key: String) throws(SandboxProblem) -> String {
    let token = try string(key)
    guard token.utf8.count <= OnsidePayment.longestAppAccountToken else {
      throw problem(key, "longer than \(OnsidePayment.longestAppAccountToken) bytes of UTF-8")
    }
    return token
  }
}

extension HTTPResponse {
  /// Returns a response with a compact JWS.
  static func jose(_ jws: String) -> HTTPResponse { HTTPResponse(200, "application/jose", Data(jws.utf8)) }
}
