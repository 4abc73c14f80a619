import CausewayDatabase
import Foundation

/// A notification that the merchant's backend does not have yet.
struct PendingNotification: Hashable, Sendable {
  /// The id of the order, or of the first order of the subscription.
  var original: String
  /// The notification's id. A later change of the order gives it another one.
  var id: UUID
  /// The number of failed deliveries.
  var attempts: Int
}

/// The table of notifications.
struct NotificationRecords {
  // There is at most one notification for each order: it tells the order's state at its delivery. `due` is in real time.
  static let tables = """
    CREATE TABLE notification (
      original TEXT PRIMARY KEY,
      id TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      due INTEGER NOT NULL
    );
    """

  let database: Database

  /// Notes that an order has changed, in the transaction of the change.
  func add(_ original: String) throws(DatabaseError) {
    try database.execute(
      "INSERT OR REPLACE INTO notification (original, id, attempts, due) VALUES (?, ?, 0, 0)", .text(original),
      .text(UUID().uuidString))
  }

  /// Returns the notifications that are due: first the new ones, then those whose pause has ended first.
  func due(at real: Date, limit: Int) throws(DatabaseError) -> [PendingNotification] {
    try database.query(
      "SELECT original, id, attempts FROM notification WHERE due <= ? ORDER BY due LIMIT ?",
      .integer(real.milliseconds),
      .integer(Int64(limit))
    ) { row throws(DatabaseError) in
      guard let id = UUID(uuidString: try row.text(1)) else { throw row.damaged("a notification has no valid id") }
      return PendingNotification(original: try row.text(0), id: id, attempts: Int(try row.integer(2)))
    }
  }

  /// Notes a failed delivery, unless a later change has replaced the notification.
  func postpone(_ notification: PendingNotification, until real: Date) throws(DatabaseError) {
    try database.execute(
      "UPDATE notification SET attempts = ?, due = ? WHERE id = ?", .integer(Int64(notification.attempts + 1)),
      .integer(real.milliseconds), .text(notification.id.uuidString))
  }

  /// Removes a notification that was delivered, unless a later change has replaced it.
  func remove(_ notification: PendingNotification) throws(DatabaseError) {
    try database.execute("DELETE FROM notification WHERE id = ?", .text(notification.id.uuidString))
  }

  /// Removes all notifications.
  func removeAll() throws(DatabaseError) { try database.execute("DELETE FROM notification") }
}
