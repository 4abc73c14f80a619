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

  private enum CodingKeys: String, CodingKey {
    case productIdentifier = "product_identifier"
    case price
    case introductoryPrice = "introductory_price"
    case discountedPrice = "discounted_price"
    case account
    case countryCode = "country_code"
    case appAccountToken = "app_account_token"
    case paymentMethodId = "payment_method_id"
  }

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
package struct OrderPayload: Codable {
  /// An order's id. Decoding fails if the id is not a UUID, and converts the id to lower case.
  struct ID: Codable {
    let text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = try container.decode(UUID.self).uuidString.lowercased()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  var orderId: ID
  var originalOrderId: ID
  var product: ProductPayload
  var appAccountToken: String?

  private enum CodingKeys: String, CodingKey {
    case orderId = "order_id"
    case originalOrderId = "original_order_id"
    case product
    case appAccountToken = "app_account_token"
  }

  package init(_ order: OnsideOrder) {
    orderId = ID(order.id)
    originalOrderId = ID(order.originalID)
    product = ProductPayload(order.product)
    appAccountToken = order.appAccountToken
  }

  var order: OnsideOrder {
    OnsideOrder(
      id: orderId.text, originalID: originalOrderId.text, product: product.product, appAccountToken: appAccountToken)
  }
}

/// The request body of a settlement.
struct SettlementRequestPayload: Encodable {
  var idempotencyKey: String

  private enum CodingKeys: String, CodingKey {
    case idempotencyKey = "idempotency_key"
  }

  init(_ key: UUID) {
    idempotencyKey = key.uuidString.lowercased()
  }
}

/// The result of a settlement. Decoding fails if the member `order` is missing, because only an explicit null means
/// that nothing was paid.
package struct SettlementPayload: Codable {
  var order: OrderPayload?

  private enum CodingKeys: CodingKey {
    case order
  }

  package init(_ order: OnsideOrder?) {
    self.order = order.map(OrderPayload.init)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    order = try container.decode(OrderPayload?.self, forKey: .order)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(order, forKey: .order)
  }
}

/// The store's answer with the purchases that can be restored.
package struct PurchasesPayload: Codable {
  var account: String
  var purchases: [OrderPayload]

  package init(account: String, _ orders: [OnsideOrder]) {
    self.account = account
    purchases = orders.map(OrderPayload.init)
  }
}
