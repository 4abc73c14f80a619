import CausewayHTTP
import CausewayJSON
import Foundation

/// The operations of the tags `products` and `orders`.
extension SandboxCall {
  func products() async throws(SandboxProblem) -> HTTPResponse {
    let session = try await sessionIfAny()
    let body = try body()
    var identifiers: [String] = []
    for (index, element) in try body.array("product_identifiers").enumerated() {
      guard let identifier = element.stringValue else {
        throw body.problem("product_identifiers[\(index)]", "not a text")
      }
      identifiers.append(identifier)
    }
    let response = try await store.products(identifiers, for: session)
    return .json([
      "products": .array(response.products.map(\.json)),
      "invalid_product_identifiers": .array(response.invalidProductIdentifiers.map(JSONValue.string)),
    ])
  }

  func pay() async throws(SandboxProblem) -> HTTPResponse {
    let session = try await session()
    let payment = try await store.pay(try body().orderRequest(key: try idempotencyKey()), by: session)
    return .json(payment.order.json, status: payment.isNew ? 201 : 200)
  }

  func settle() async throws(SandboxProblem) -> HTTPResponse {
    let session = try await session()
    let order = try await store.settle(try body().uuid("idempotency_key"), by: session)
    return .json(["order": order?.json ?? .null])
  }

  func purchases() async throws(SandboxProblem) -> HTTPResponse {
    let session = try await session()
    let orders = try await store.purchases(of: session)
    return .json(["account": .string(session.account), "purchases": .array(orders.map(\.json))])
  }

  func signedHistory() async throws(SandboxProblem) -> HTTPResponse {
    .jose(try await store.signedHistory(of: try await session()))
  }
}

extension RequestObject {
  fileprivate func orderRequest(key: UUID) throws(SandboxProblem) -> OrderRequest {
    OrderRequest(
      key: key, productIdentifier: try string("product_identifier", length: 1...512), price: try price("price"),
      introductoryPrice: try optional("introductory_price") { key throws(SandboxProblem) in try pricePeriod(key) },
      discountedPrice: try optional("discounted_price") { key throws(SandboxProblem) in try pricePeriod(key) },
      account: try string("account"), countryCode: try countryCode("country_code"),
      appAccountToken: try optional("app_account_token") { key throws(SandboxProblem) in
        try string(key, length: 0...1024)
      },
      paymentMethod: try optional("payment_method_id") { key throws(SandboxProblem) in
        try string(key, length: 1...200)
      })
  }
}

extension HTTPResponse {
  /// Returns a response with a compact JWS.
  static func jose(_ jws: String) -> HTTPResponse { HTTPResponse(200, "application/jose", Data(jws.utf8)) }
}
