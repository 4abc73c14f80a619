/// The texts for the user about a payment or a card that was refused. They are used where the store gives only a code,
/// or a text for developers.
package enum PaymentRefusalText {
  /// The store refuses the idempotency key, because it settled the payment as unpaid before the order arrived.
  package static let voidKey = "This payment was ended before the order reached the store. Nothing was paid."
  /// The idempotency key belongs to another account's payment.
  package static let otherAccount = "This payment belongs to another account. Nothing was paid."
  /// The store does not sell the product.
  package static let notForSale = "The store does not sell this product. Nothing was paid."
  /// The store refuses every payment.
  package static let noPayments = "The store does not accept payments at the moment. Nothing was paid."
  /// The purchase needs another person's permission.
  package static let noPermission =
    "This purchase needs another person's permission, which was not given. Nothing was paid."
  /// The payment method that the sheet named was removed in the meantime.
  package static let removedMethod = "This payment method has been removed."
  /// The store refuses the idempotency key, because the card that was added under it was removed afterwards.
  package static let removedCard =
    "This card was added and has been removed since. Add it again if you want to pay with it."
}
