import CausewayDatabase
import CausewayJOSE
import Foundation
import OnsideMerchant

/// A notification with the store's current statement, ready to be signed.
struct NotificationStatement: Sendable {
  let pending: PendingNotification
  let notification: StoreNotification
  let key: SigningKey

  /// Returns the compact JWS. An RSA signature takes time, so this method runs outside of the store's actor.
  @concurrent func signed() async throws(SandboxProblem) -> String {
    do throws(SigningKeyError) {
      return try notification.signed(by: key)
    } catch {
      throw SandboxProblem(.internalError, "The notification could not be signed")
    }
  }
}

/// The notifications to the merchant's backend about changed orders. ``StoreNotification`` describes their format.
package struct NotificationService {
  /// The pause after a failed delivery.
  static let pause = GrowingPause(first: .seconds(1), longest: .seconds(300))
  /// The number of deliveries after which a notification is given up. They take about an hour.
  static let maximumAttempts = 20

  let database: Database
  let records: NotificationRecords
  let orders: OrderRecords
  let subscriptions: SubscriptionService
  let signingKeys: SigningKeyService
  let clock: ClockService
  let merchantID: String

  /// Returns the notifications that are due, with the orders' current state. Subscriptions that are due are renewed
  /// first, so a renewal is a notification even if nobody asks for the order.
  func due(limit: Int) throws(SandboxProblem) -> [NotificationStatement] {
    try subscriptions.catchUp()
    return try database.run { () throws(DatabaseError) in
      var statements: [NotificationStatement] = []
      for pending in try records.due(at: clock.real, limit: limit) {
        let changed = try orders.orders(original: pending.original)
        // All orders of a notification are of one account.
        let now = changed.first.map { clock.now(of: $0.account) } ?? clock.now()
        let purchases = changed.compactMap { InAppPurchase($0, fetchedAt: now) }
        let notification = StoreNotification(
          id: pending.id, merchantID: merchantID, createdAt: clock.real,
          history: TransactionHistory(transactions: purchases))
        statements.append(
          NotificationStatement(pending: pending, notification: notification, key: signingKeys.current))
      }
      return statements
    }
  }

  /// Notes that the backend has a notification.
  func delivered(_ notification: PendingNotification) throws(SandboxProblem) {
    try database.run { () throws(DatabaseError) in try records.remove(notification) }
  }

  /// Notes a failed delivery.
  ///
  /// - Returns: whether the notification is sent again.
  func failed(_ notification: PendingNotification) throws(SandboxProblem) -> Bool {
    try database.run { () throws(DatabaseError) in
      guard notification.attempts + 1 < Self.maximumAttempts else {
        try records.remove(notification)
        return false
      }
      let pause = Self.pause.duration(afterFailures: notification.attempts + 1) / .seconds(1)
      try records.postpone(notification, until: clock.real + pause)
      return true
    }
  }
}
