import Foundation

/// What the SDK asks the service to have paid.
public struct OnsideOrderRequest: Hashable, Sendable {
  /// New for each payment that a user approves, and the same whenever that is sent again.
  public var idempotencyKey: UUID
  /// What is bought, with the price that the user was shown: no other may be charged.
  public var product: OnsideProduct
  /// The app's own name for its user.
  public var appAccountToken: String?
  /// Who pays, ``OnsideSession/account``: refused if somebody else is logged in by then.
  public var account: String
  /// In which storefront the user was asked, by its country: what is sold elsewhere by then is
  /// ``OnsideServiceError/priceChanged(_:)``, whatever it costs.
  public var countryCode: String
  /// The id of the payment method that the sheet named: no other one is charged. Nil if the sheet named none; then the
  /// store charges the default one.
  public var paymentMethod: OnsidePaymentMethod.ID?

  /// A request.
  public init(
    idempotencyKey: UUID, product: OnsideProduct, appAccountToken: String? = nil, account: String, countryCode: String,
    paymentMethod: OnsidePaymentMethod.ID? = nil
  ) {
    self.idempotencyKey = idempotencyKey
    self.product = product
    self.appAccountToken = appAccountToken
    self.account = account
    self.countryCode = countryCode
    self.paymentMethod = paymentMethod
  }
}

extension OnsideOrderRequest {
  /// Whether the user was asked for what the product costs, and in the storefront where it does: nothing else is charged.
  package func isPriced(like current: OnsideProduct, inStorefrontOf countryCode: String) -> Bool {
    product.price == current.price && self.countryCode == countryCode
  }
}

/// A purchase that is paid.
public struct OnsideOrder: Hashable, Sendable {
  /// The order id, a UUID: the transaction's `transactionIdentifier`.
  public var id: String
  /// The id of the first order of the subscription that this order renews; its own id if it renews none.
  public var originalID: String
  /// What was bought.
  public var product: OnsideProduct
  /// The app's own name for its user.
  public var appAccountToken: String?

  /// An order.
  public init(id: String, originalID: String? = nil, product: OnsideProduct, appAccountToken: String? = nil) {
    self.id = id
    self.originalID = originalID ?? id
    self.product = product
    self.appAccountToken = appAccountToken
  }
}

/// A payment method, as far as an app may see it.
public struct OnsidePaymentMethod: Hashable, Sendable, Identifiable {
  /// The service's name for it.
  public var id: String
  /// Such as `Visa •••• 4242`.
  public var title: String
  /// Such as `Expires 04/29`; nil for nothing.
  public var detail: String?
  /// Whether it is the one that is charged.
  public var isDefault: Bool

  /// A payment method.
  public init(id: String, title: String, detail: String? = nil, isDefault: Bool = false) {
    self.id = id
    self.title = title
    self.detail = detail
    self.isDefault = isDefault
  }
}
