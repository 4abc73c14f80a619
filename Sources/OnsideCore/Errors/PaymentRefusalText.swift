/// Why nothing was paid, or a card was not added, in words for the user: for refusals of which a store says no more than a
/// code, or something for developers.
enum PaymentRefusalText {
  /// The key is void: the payment was settled as unpaid before the order came.
  static let voidKey = "This payment had ended before it reached the store. Nothing was paid."
  /// The key is that of another account's payment.
  static let otherAccount = "This payment belongs to another account. Nothing was paid."
  /// The store does not sell the product.
  static let notForSale = "The store does not sell this product. Nothing was paid."
  /// The store refuses every payment.
  static let noPayments = "The store does not take payments at the moment. Nothing was paid."
  /// Somebody else would have to permit the purchase.
  static let noPermission = "This purchase needs a permission that was not given. Nothing was paid."
  /// The payment method that the sheet named was removed meanwhile.
  static let removedMethod = "This payment method has been removed."
  /// The card was added under this key, and removed since.
  static let removedCard = "This card was added and has been removed since. Add it again if you want to pay with it."
}
