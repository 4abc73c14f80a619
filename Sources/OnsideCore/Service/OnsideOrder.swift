import Foundation

/// An order that the SDK sends to the service for payment.
public struct OnsideOrderRequest: Hashable, Sendable {
  /// The idempotency key: new for each payment that a user approves, and the same when that payment is sent again.
  public var idempotencyKey: UUID
  /// The product, with the price that the user saw. The service charges no other price.
  public var product: OnsideProduct
  /// The app's own identifier of its user; nil if the app gives none.
  public var appAccountToken: String?
  /// The paying account, ``OnsideSession/account``. The service refuses the order if another account is logged in when
  /// the order arrives.
  public var account: String
  /// The country of the storefront in which the user approved the payment. If the account's storefront has changed when
  /// the order arrives, the result is ``OnsideServiceError/priceChanged(_:)``, even if the price is the same.
  public var countryCode: String
  /// The id of the payment method that the sheet named; no other payment method is charged. Nil if the sheet named
  /// none: then the store charges the default payment method.
  public var paymentMethod: OnsidePaymentMethod.ID?

  /// Creates an order request, for a test. The payment queue creates the requests of an app's payments.
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

/// A paid order.
public struct OnsideOrder: Hashable, Sendable {
  /// The order id, a UUID. It is the transaction's `transactionIdentifier`.
  public var id: String
  /// The id of the subscription's first order, if this order renews a subscription; otherwise its own id.
  public var originalID: String
  /// The product that was bought.
  public var product: OnsideProduct
  /// The app's own identifier of its user; nil if the app gave none.
  public var appAccountToken: String?

  /// Creates an order, for a service that returns it. If `originalID` is nil, ``originalID`` is the order's own id.
  public init(id: String, originalID: String? = nil, product: OnsideProduct, appAccountToken: String? = nil) {
    self.id = id
    self.originalID = originalID ?? id
    self.product = product
    self.appAccountToken = appAccountToken
  }
}

/// The details of a payment method that an app may see.
public struct OnsidePaymentMethod: Hashable, Sendable, Identifiable {
  /// The service's identifier of the payment method.
  public var id: String
  /// The title for the user, such as `Visa •••• 4242`.
  public var title: String
  /// A second line for the user, such as `Expires 04/29`; nil if there is none.
  public var detail: String?
  /// Whether a payment that names no payment method charges this one.
  public var isDefault: Bool

  /// Creates a payment method, for a service that returns it.
  public init(id: String, title: String, detail: String? = nil, isDefault: Bool = false) {
    self.id = id
    self.title = title
    self.detail = detail
    self.isDefault = isDefault
  }
}
