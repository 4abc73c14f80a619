import Foundation

/// What is to be paid.
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

/// A purchase that is paid.
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

/// Which key is to be settled.
struct SettlementRequestForm: Encodable {
  var idempotencyKey: String

  init(_ key: UUID) {
    idempotencyKey = key.uuidString.lowercased()
  }
}

/// What became of a key. Without the member it is not known what: then it cannot be read.
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

/// What the product is now whose price was another.
struct PriceChangedForm: Decodable {
  var code: String
  var product: ProductForm
}

/// What can be restored.
struct PurchasesForm: Decodable {
  var account: String
  var purchases: [OrderForm]
}
