import OnsideCore

/// The delegate of a client and of its queue, shared by the page bridges of all web views of the client. The bridges
/// retain it, because the client and the queue hold their delegates weakly.
@MainActor package final class OnsidePagesDelegate {
  /// The client of this delegate.
  let client: OnsideClient
  /// Whether the login offers only e-mail and telephone.
  var forcesLocalLoginMethods = false
  /// The country to assume while the system's country is unknown, in two capital letters. Nil if no page has set one.
  var countryCode: String?

  private var pages: [WeakPage] = []

  private struct WeakPage {
    weak var page: OnsidePageBridge?
  }

  /// Creates a delegate for the page bridges that will share it.
  package init(_ client: OnsideClient) {
    self.client = client
  }

  /// Adds a bridge, whose pages then decide about transactions as well. Makes this object the delegate of the client
  /// and of its queue again, because the app may have set its own delegates in the meantime.
  func add(_ page: OnsidePageBridge) {
    pages.removeAll { $0.page == nil }
    pages.append(WeakPage(page: page))
    client.delegate = self
    client.queue.delegate = self
  }
}

extension OnsidePagesDelegate: OnsideDelegate {
  package func onsideShouldForceLocalLoginMethods() -> Bool { forcesLocalLoginMethods }

  package func onsideDefaultCountryCodeAssumption() -> String? { countryCode }
}

extension OnsidePagesDelegate: OnsidePaymentQueueDelegate {
  /// Asks all pages at the same time. The first page that answers false decides.
  package func onsidePaymentQueue(
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
