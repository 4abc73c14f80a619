/// The rule for when the Merchant API must confirm the orders of a signed history that an app presents.
///
/// The signature proves only that the store made the statement. The statement may be out of date, because the store may
/// have refunded the purchase since.
public enum OrderConfirmation: Sendable {
  /// The Merchant API confirms the order in every call.
  case always(MerchantClient)
  /// The Merchant API confirms the order until the ledger has decided about it for the first time. After that, the
  /// app's history is enough, so a refund takes effect when the app fetches its next history.
  case newOrders(MerchantClient)
  /// The Merchant API confirms nothing, because the app's history is enough.
  case never
}
