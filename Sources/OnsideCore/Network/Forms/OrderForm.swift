import Foundation

/// The request body of a payment.
struct OrderRequestForm: Encodable {
  var productIdentifier: String
  var price: PriceForm
  var introductoryPrice: PricePeriodForm?
  var discountedPrice: PricePeriodForm?
  var account: String
  var countryCode: String
  var appAccountToken: String?
  var paymentMethodId: String?

  init(_ order: OnsideOrderRequest) {
    productIdentifier = order.product.productIdentifier
    price = PriceForm(order.product.price)
    introductoryPrice = order.product.introductoryPrice.map(PricePeriodForm.init)
    discountedPrice = order.product.discountedPrice.map(PricePeriodForm.init)
    account = order.account
    countryCode = order.countryCode
    appAccountToken = order.appAccountToken
    paymentMethodId = order.paymentMethod
  }
}

/// A paid order in a store's answer.
struct OrderForm: Decodable {
  var orderId: UUID
  var originalOrderId: UUID
  var product: ProductForm
  var appAccountToken: String?

  var order: OnsideOrder {
    OnsideOrder(
      id: orderId.uuidString.lowercased(), originalID: originalOrderId.uuidString.lowercased(),
      product: product.product, appAccountToken: appAccountToken)
  }
}

/// The request body of a settlement.
struct SettlementRequestForm: Encodable {
  var idempotencyKey: String

  init(_ key: UUID) {
    idempotencyKey = key.uuidString.lowercased()
  }
}

/// The result of a settlement. Decoding fails if the member `order` is missing, because only an explicit null means
/// that nothing was paid.
struct SettlementForm: Decodable {
  var order: OrderForm?

  private enum CodingKeys: CodingKey {
    case order
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    order = try container.decode(OrderForm?.self, forKey: .order)
  }
}

/// The store's answer when the price has changed, with the current product.
struct PriceChangedForm: Decodable {
  var code: String
  var product: ProductForm
}

/// The store's answer with the purchases that can be restored.
struct PurchasesForm: Decodable {
  var account: String
  var purchases: [OrderForm]
}
