import Foundation

/// A series of requests to the Merchant API about orders, one after another.
struct PurchaseConfirmer {
  let source: ConfirmedHistorySource
  /// The maximum number of requests.
  let maximumRequests: Int
  /// The timeout of all requests together.
  let timeout: Duration

  struct Result {
    /// The Merchant API's histories, in the order of their arrival.
    var histories: [SignedHistory] = []
    /// The orders that these histories contain.
    var orders: Set<UUID> = []
    /// The orders that no history contains, with the reason for each.
    var failures: [UUID: ConfirmationError] = [:]
    /// The orders of the requests, in the order of the requests.
    var requested: [UUID] = []
    /// Whether an order was left out: no request was made for it, and no answer contained it.
    var isCutShort = false
  }

  /// Requests each order that no earlier answer contains. One answer contains every order of a subscription.
  func confirm(_ orders: [UUID]) async -> Result {
    let end = ContinuousClock.now + timeout
    var result = Result()
    var obstacle: ConfirmationError?
    for order in orders where !result.orders.contains(order) {
      if result.requested.count >= maximumRequests || ContinuousClock.now >= end { obstacle = obstacle ?? .postponed }
      if let obstacle {
        result.failures[order] = obstacle
        continue
      }
      result.requested.append(order)
      do throws(ConfirmationError) {
        let history = try await source.history(of: order, until: end)
        result.histories.append(history)
        result.orders.formUnion(history.history.transactions.map(\.orderID))
      } catch {
        // If a request times out because the time for all requests is over, record `postponed`, because the request may
        // have had too little time. This does not apply to the first request, which had all of the time.
        let hasHadItsTime = error != .merchant(.timedOut) || ContinuousClock.now < end || result.requested.count == 1
        result.failures[order] = hasHadItsTime ? error : .postponed
        if error.isGeneral { obstacle = result.failures[order] }
      }
    }
    // Remove the failures of orders that an answer contained, because a request for one order may fail, while the
    // answer for another order of the same subscription contains it.
    for order in result.orders { result.failures[order] = nil }
    result.isCutShort = obstacle != nil && !result.failures.keys.allSatisfy(Set(result.requested).contains)
    return result
  }

}

extension SignedHistory {
  /// Returns whether every purchase was made in one of these apps.
  func isOfApps(_ bundleIDs: Set<ExactText>) -> Bool {
    history.transactions.allSatisfy { bundleIDs.contains(ExactText($0.bundleID)) }
  }
}
