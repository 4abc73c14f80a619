extension StoreKitConfiguration {
  /// The settings of a file that mean something in local testing.
  ///
  /// `_timeRate` means nothing, since subscriptions neither renew nor end here.
  public struct Settings: Hashable, Sendable {
    /// `_storefront`: the country of the shop; the United States if the file names none.
    public var storefront: StorefrontCountry
    /// `_locale`: the language of the texts; nil for that of the storefront.
    public var locale: String?
    /// `_failTransactionsEnabled`: every purchase is refused, and so fails.
    public var failsTransactions: Bool
    /// `_askToBuyEnabled`: every purchase is refused. Onside knows no purchase that waits for somebody's permission, so
    /// that here nobody gives it.
    public var asksToBuy: Bool
    /// `_disableDialogs`: purchases need no approval; no payment sheet is shown.
    public var disablesDialogs: Bool
    /// `_storeKitErrors`: what fails, of the entries that are enabled and have an error. Which one that is makes no
    /// difference, since its encoding is not public.
    public var errors: Set<SimulatedError>
  }

  /// An entry of `_storeKitErrors` that means something here, by its name. The others, such as `Verification`, are of
  /// things that Onside does not have.
  public enum SimulatedError: String, Hashable, Sendable, CaseIterable {
    /// Requests for products fail as if the store did not work.
    case loadProducts = "Load Products"
    /// Purchases are refused.
    case purchase = "Purchase"
    /// Purchases cannot be restored, as if the store did not work.
    case appStoreSync = "App Store Sync"
  }
}

extension StoreKitConfiguration.Settings {
  /// Why every new purchase is refused, for developers; nil if none is.
  package var purchaseRefusal: String? {
    if failsTransactions { return "_failTransactionsEnabled is set" }
    if asksToBuy { return "_askToBuyEnabled is set, and nobody gives the permission" }
    if errors.contains(.purchase) { return "_storeKitErrors has purchases fail" }
    return nil
  }

  /// The same for the user, who knows nothing of the file.
  var purchaseRefusalText: String? {
    if purchaseRefusal == nil { return nil }
    return asksToBuy && !failsTransactions ? PaymentRefusalText.noPermission : PaymentRefusalText.noPayments
  }
}
