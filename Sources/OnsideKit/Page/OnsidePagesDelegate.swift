import OnsideCore

/// The SDK's delegate and its queue's, for all web views that are configured with one client. They keep it.
@MainActor final class OnsidePagesDelegate {
  /// Whether the login offers only e-mail and telephone.
  var forcesLocalLoginMethods = false
  /// The country that is assumed while the system's is not known, two capital letters.
  var countryCode: String?

  private var pages: [WeakPage] = []

  private struct WeakPage {
    weak var page: OnsidePageBridge?
  }

  /// The one that a client has, or a new one. It is made the delegate again, in case the app has put its own in the place.
  static func shared(by client: OnsideClient) -> OnsidePagesDelegate {
    let present =
      client.queue.transactionObservers.lazy.compactMap { ($0 as? OnsidePageBridge)?.delegate }.first
      ?? OnsidePagesDelegate()
    client.delegate = present
    client.queue.delegate = present
    return present
  }

  /// Has a web view's pages asked as well.
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
  /// Asks every page at once; the first that says no decides.
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
