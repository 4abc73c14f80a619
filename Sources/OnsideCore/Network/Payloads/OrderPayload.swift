import Foundation

/// The request body of a payment.
struct OrderRequestPayload: Encodable {
  var productIdentifier: String
  var price: PricePayload
  var introductoryPrice: PricePeriodPayload?
  var discountedPrice: PricePeriodPayload?
  var account: String
  var countryCode: String
  var appAccountToken: String?
  var paymentMethodId: String?

  init(_ order: OnsideOrderRequest) {
    productIdentifier = order.product.productIdentifier
    price = PricePayload(order.product.price)
    introductoryPrice = order.product.introductoryPrice.map(PricePeriodPayload.init)
    discountedPrice = order.product.discountedPrice.map(PricePeriodPayload.init)
    account = order.account
    countryCode = order.countryCode
    appAccountToken = order.appAccountToken
    paymentMethodId = order.paymentMethod
  }
}

/// A paid order in a store's answer.
struct OrderPayload: Decodable {
  var orderId: UUID
  var originalOrderId: UUID
  var product: ProductPayload
  var appAccountToken: String?

  var order: OnsideOrder {
    OnsideOrder(
      id: orderId.uuidString.lowercased(), originalID: originalOrderId.uuidString.lowercased(),
      product: product.product, appAccountToken: appAccountToken)
  }
}

/// The request body of a settlement.
struct SettlementRequestPayload: Encodable {
  var idempotencyKey: String

  init(_ key: UUID) {
    idempotencyKey = key.uuidString.lowercased()
  }
}

/// The result of a settlement. Decoding fails if the member `order` is missing, because only an explicit null means
/// that nothing was paid.
struct SettlementPayload: Decodable {
  var order: OrderPayload?

  private enum CodingKeys: CodingKey {
    case order
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    order = try container.decode(OrderPayload?.self, forKey: .order)
  }
}

/// The store's answer when the price has changed, with the current product.
struct PriceChangedPayload: Decodable {
  var code: String
  var product: ProductPayload
}

/// The store's answer with the purchases that can be restored.
struct PurchasesPayload: Decodable {
  var account: String
  var purchases: [OrderPayload]
}
