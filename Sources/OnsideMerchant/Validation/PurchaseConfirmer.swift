import Foundation

/// Asks the Merchant API about orders, one after another.
struct PurchaseConfirmer {
  let client: MerchantClient
  let verifier: HistoryVerifier
  let bundleIDs: Set<String>
  /// How many requests are made at most.
  let maximumRequests: Int

  struct Result {
    /// The Merchant API's histories, in the order in which they came.
    var histories: [SignedHistory] = []
    /// The orders of these histories.
    var orders: Set<UUID> = []
    /// The orders that are in none of them, and why.
    var failures: [UUID: ConfirmationError] = [:]
  }

  /// Asks about orders, but not about one that was in an earlier answer: an answer has every order of a subscription.
  func confirm(_ orders: [UUID]) async -> Result {
    var result = Result()
    var requests = 0
    var obstacle: ConfirmationError?
    for order in orders where !result.orders.contains(order) {
      if requests == maximumRequests { obstacle = obstacle ?? .postponed }
      if let obstacle {
        result.failures[order] = obstacle
        continue
      }
      requests += 1
      do throws(ConfirmationError) {
        let history = try await history(of: order)
        result.histories.append(history)
        result.orders.formUnion(history.history.transactions.map(\.orderID))
      } catch {
        result.failures[order] = error
        if error.isGeneral { obstacle = error }
      }
    }
    // What failed for one order can have come with another one of its subscription.
    for order in result.orders { result.failures[order] = nil }
    return result
  }

  private func history(of order: UUID) async throws(ConfirmationError) -> SignedHistory {
    let jws: String
    do throws(MerchantError) {
      jws = try await client.history(of: order)
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
  func isOfApps(_ bundleIDs: Set<String>) -> Bool {
    history.transactions.allSatisfy { bundleIDs.contains($0.bundleID) }
  }
}
