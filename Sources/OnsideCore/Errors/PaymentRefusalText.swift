/// The texts for the user about a payment or a card that was refused. They are used where the store gives only a code,
/// or a text for developers.
package enum PaymentRefusalText {
  /// The text for an idempotency key that the store settled without a payment before the order arrived.
  package static let voidKey = "This payment was cancelled before the order reached the store. Nothing was paid."
  /// The text for an idempotency key that belongs to another account's payment.
  package static let otherAccount = "This payment belongs to another account. Nothing was paid."
  /// The text for a product that the store does not sell.
  package static let notForSale = "The store does not sell this product. Nothing was paid."
  /// The text for a store that refuses every payment.
  package static let noPayments = "The store does not accept payments at the moment. Nothing was paid."
  /// The text for a purchase that needs another person's permission.
  package static let noPermission =
    "This purchase needs another person's permission, which was not given. Nothing was paid."
  /// The text for a payment method that was removed after the sheet had named it.
  package static let removedMethod = "This payment method has been removed."
  /// The text for an idempotency key whose card was added and has been removed since.
  package static let removedCard =
    "This card was added and has been removed since. Add it again if you want to pay with it."
}
