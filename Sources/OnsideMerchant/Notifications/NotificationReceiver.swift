import Foundation

/// A receiver of the store's notifications, which tell the backend of refunds and renewals that nobody presents.
///
/// A notification leads to the same decision of the ledger as a history that the customer presents. Only the store's
/// signature counts, so anybody may deliver a notification. Repeated notifications, and those that arrive in another
/// order, are applied once, because the ledger compares the times of the store's statements.
///
/// Onside publishes no format of notifications. This is the format of Causeway's sandbox store, for backends that prepare
/// for notifications; `docs/backend.md` describes it.
public struct NotificationReceiver: Sendable {
  private let ledger: any StoreLedger
  private let bundleIDs: Set<ExactText>
  private let merchantID: String
  private let verifier: HistoryVerifier
  private let received = ReceivedNotifications()

  /// Creates a receiver for a ledger in SQLite.
  ///
  /// - Parameters:
  ///   - bundleIDs: The publisher's apps.
  ///   - merchantID: The Merchant ID. Notifications for other merchants are refused.
  ///   - verifier: A verifier with the store's keys.
  public init(ledger: SQLiteLedger, bundleIDs: Set<String>, merchantID: String, verifier: HistoryVerifier) {
    self.init(anyLedger: ledger, bundleIDs: bundleIDs, merchantID: merchantID, verifier: verifier)
  }

  package init(
    anyLedger ledger: any StoreLedger, bundleIDs: Set<String>, merchantID: String, verifier: HistoryVerifier
  ) {
    self.ledger = ledger
    self.bundleIDs = Set(bundleIDs.map(ExactText.init))
    self.merchantID = merchantID
    self.verifier = verifier
  }

  /// Checks a notification and records it. If some of its purchases cannot be used, records the others and throws
  /// ``NotificationError/unusablePurchase(_:)``, so that the store sends a refund again instead of forgetting it.
  ///
  /// - Parameter now: The current time, for the age of the notification.
  /// - Returns: The decisions about the orders that a customer has; see `EntitlementLedger`. None if the same notification,
  ///   with the same signature time, was recorded before.
  /// - Throws: ``NotificationError``.
  public func receive(
    _ jws: String, at now: Date = Date()
  ) async throws(NotificationError) -> [LedgerDecision] {
    let signed: SignedHistory
    do throws(HistoryError) {
      signed = try await verifier.verify(jws)
    } catch {
      throw .history(error)
    }
    let notification = try StoreNotification(signed)
    let unusable = signed.history.violations.first(where: \.isDecisive)
    guard !signed.history.transactions.isEmpty || unusable != nil else { throw .notANotification }
    guard notification.merchantID == merchantID else { throw .otherMerchant }
    guard signed.isOfApps(bundleIDs) else { throw .otherApp }
    guard abs(now.timeIntervalSince(notification.createdAt)) <= StoreNotification.window else { throw .outsideWindow }
    let key = ReceivedNotifications.Key(notification)
    guard !received.contains(key) else { return [] }
    let decisions: [LedgerDecision]
    do throws(LedgerError) {
      decisions = try await ledger.record(fromStore: signed)
    } catch {
      throw .ledger(error)
    }
    if let unusable { throw .unusablePurchase(unusable) }
    received.insert(key, at: now)
    return decisions
  }
}
