import OnsideCore

extension StoreKitConfiguration {
  /// The settings of a file that have a meaning in local testing.
  ///
  /// `_timeRate` has no meaning, because subscriptions neither renew nor end in local testing.
  public struct Settings: Hashable, Sendable {
    /// `_storefront`: the country of the storefront; the United States if the file names none.
    public var storefront: StorefrontCountry
    /// `_locale`: the language of the texts; nil for the storefront's language.
    public var locale: String?
    /// `_failTransactionsEnabled`: every purchase is refused, so its transaction fails.
    public var failsTransactions: Bool
    /// `_askToBuyEnabled`: every purchase is refused. Onside has no purchase that waits for another person's
    /// permission, so local testing treats the permission as refused.
    public var asksToBuy: Bool
    /// `_disableDialogs`: purchases need no approval, so no payment sheet is shown.
    public var disablesDialogs: Bool
    /// `_storeKitErrors`: the entries that are enabled and have an error. The kind of error is not read, because its
    /// encoding is not public.
    public var errors: Set<SimulatedError>
  }

  /// An entry of `_storeKitErrors` that has a meaning in local testing, by its name. The other entries, such as
  /// `Verification`, concern features that Onside does not have.
  public enum SimulatedError: String, Hashable, Sendable, CaseIterable {
    /// Requests for products fail with `OnsideServiceError.serviceUnavailable`.
    case loadProducts = "Load Products"
    /// Purchases are refused.
    case purchase = "Purchase"
    /// Restores fail with `OnsideServiceError.serviceUnavailable`.
    case appStoreSync = "App Store Sync"
  }
}

extension StoreKitConfiguration.Settings {
  /// The reason why every new purchase is refused, as a text for developers; nil if purchases are not refused.
  package var purchaseRefusal: String? {
    if failsTransactions { return "The catalog's _failTransactionsEnabled makes purchases fail; set it to false" }
    if asksToBuy { return "The catalog's _askToBuyEnabled makes purchases fail; set it to false" }
    if errors.contains(.purchase) {
      return "The catalog's _storeKitErrors makes purchases fail; disable its entry Purchase"
    }
    return nil
  }

  /// The reason why every new purchase is refused, as a text for the user; nil if purchases are not refused.
  var purchaseRefusalText: String? {
    if purchaseRefusal == nil { return nil }
    return asksToBuy && !failsTransactions ? PaymentRefusalText.noPermission : PaymentRefusalText.noPayments
  }
}
