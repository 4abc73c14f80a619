import OnsideCore

/// The delegate of the SDK and of its queue, shared by all web views of one client. The web views' bridges retain it,
/// because the client and the queue hold their delegates weakly.
@MainActor final class OnsidePagesDelegate {
  /// Whether the login offers only e-mail and telephone.
  var forcesLocalLoginMethods = false
  /// The country to assume while the system's country is unknown, in two capital letters. Nil if no page has set one.
  var countryCode: String?

  private var pages: [WeakPage] = []

  private struct WeakPage {
    weak var page: OnsidePageBridge?
  }

  /// Returns the client's shared delegate, or makes one. Sets it as the delegate again, because the app may have set
  /// its own meanwhile.
  static func shared(by client: OnsideClient) -> OnsidePagesDelegate {
    let present =
      client.queue.transactionObservers.lazy.compactMap { ($0 as? OnsidePageBridge)?.delegate }.first
      ?? OnsidePagesDelegate()
    client.delegate = present
    client.queue.delegate = present
    return present
  }

  /// Adds a bridge whose pages are then asked about transactions.
  func add(_ page: OnsidePageBridge) {
    pages.removeAll { $0.page == nil }
    pages.append(WeakPage(page: page))
  }
}

extension OnsidePagesDelegate: OnsideDelegate {
  func onsideShouldForceLocalLoginMethods() -> Bool { forcesLocalLoginMethods }

  func onsideDefaultCountryCodeAssumption() -> String? { countryCode }
}

extension OnsidePagesDelegate: OnsidePaymentQueueDelegate {
  /// Asks all pages at the same time. The first page that answers false decides.
  func onsidePaymentQueue(
    _ queue: any OnsidePaymentQueue, shouldContinue transaction: OnsidePaymentTransaction,
    in storefront: OnsideStorefront
  ) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      for page in pages.compactMap(\.page) {
        group.addTask { await page.shouldContinue(transaction, in: storefront) }
      }
      for await shouldContinue in group where !shouldContinue {
        group.cancelAll()
        return false
      }
      return true
    }
  }
}
