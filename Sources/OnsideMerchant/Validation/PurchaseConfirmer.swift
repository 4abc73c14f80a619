import Foundation

/// Asks the Merchant API about orders, one after another.
struct PurchaseConfirmer {
  let client: MerchantClient
  let verifier: HistoryVerifier
  let bundleIDs: Set<ExactText>
  /// How many requests are made at most.
  let maximumRequests: Int
  /// How long all of them may take together.
  let patience: Duration

  struct Result {
    /// The Merchant API's histories, in the order in which they came.
    var histories: [SignedHistory] = []
    /// The orders of these histories.
    var orders: Set<UUID> = []
    /// The orders that are in none of them, and why.
    var failures: [UUID: ConfirmationError] = [:]
    /// The orders that were asked about, in that order.
    var asked: [UUID] = []
    /// Whether some were not asked about that are in no answer.
    var isCutShort = false
  }

  /// Asks about orders, but not about one that was in an earlier answer: an answer has every order of a subscription.
  func confirm(_ orders: [UUID]) async -> Result {
    let end = ContinuousClock.now + patience
    var result = Result()
    var obstacle: ConfirmationError?
    for order in orders where !result.orders.contains(order) {
      if result.asked.count >= maximumRequests || ContinuousClock.now >= end { obstacle = obstacle ?? .postponed }
      if let obstacle {
        result.failures[order] = obstacle
        continue
      }
      result.asked.append(order)
      do throws(ConfirmationError) {
        let history = try await history(of: order, until: end)
        result.histories.append(history)
        result.orders.formUnion(history.history.transactions.map(\.orderID))
      } catch {
        // The first has all the time that there is; a later one can get too little of it.
        let hasHadItsTime = error != .merchant(.timedOut) || ContinuousClock.now < end || result.asked.count == 1
        result.failures[order] = hasHadItsTime ? error : .postponed
        if error.isGeneral { obstacle = result.failures[order] }
      }
    }
    // What failed for one order can have come with another one of its subscription.
    for order in result.orders { result.failures[order] = nil }
    result.isCutShort = obstacle != nil && !result.failures.keys.allSatisfy(Set(result.asked).contains)
    return result
  }

  private func history(
    of order: UUID, until end: ContinuousClock.Instant
  ) async throws(ConfirmationError) -> SignedHistory {
    let jws: String
    do throws(MerchantError) {
      jws = try await client.history(of: order, until: end)
    } catch {
      throw .merchant(error)
    }
    let history: SignedHistory
    do throws(HistoryError) {
      history = try await verifier.verify(jws)
    } catch {
      throw .history(error)
    }
    guard history.isOfApps(bundleIDs) else { throw .otherApp }
    guard history.history.transactions.contains(where: { $0.orderID == order }) else { throw .orderMissing }
    return history
  }
}

extension SignedHistory {
  /// Whether each purchase was made in one of these apps.
  func isOfApps(_ bundleIDs: Set<ExactText>) -> Bool {
    history.transactions.allSatisfy { bundleIDs.contains(ExactText($0.bundleID)) }
  }
}
