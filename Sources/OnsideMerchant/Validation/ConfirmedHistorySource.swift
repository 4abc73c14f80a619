import Foundation

/// The Merchant API as a source of checked histories of the publisher's apps.
struct ConfirmedHistorySource: Sendable {
  let client: MerchantClient
  let verifier: HistoryVerifier
  let bundleIDs: Set<ExactText>

  /// Returns the history of an order; for a subscription, that of all its orders.
  ///
  /// - Parameter repeats: Whether to ask the store again after a transient failure.
  func history(
    of order: UUID, until end: ContinuousClock.Instant, repeats: Bool = true
  ) async throws(ConfirmationError) -> SignedHistory {
    let jws: String
    do throws(MerchantError) {
      jws = try await client.history(of: order, until: end, repeats: repeats)
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
