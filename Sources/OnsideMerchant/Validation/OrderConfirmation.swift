/// Whether the Merchant API is asked about an order that an app presents with a signed history.
///
/// The signature proves that the store said so; only the store itself can say how things stand now, such as that the
/// purchase was taken back a minute ago.
public enum OrderConfirmation: Sendable {
  /// Each time.
  case always(MerchantClient)
  /// Until the ledger has decided about the order for the first time. Later the history that an app presents is enough,
  /// so a refund has its effect when the app fetches its next history.
  case newOrders(MerchantClient)
  /// Never: the app's history is enough.
  case never
}
