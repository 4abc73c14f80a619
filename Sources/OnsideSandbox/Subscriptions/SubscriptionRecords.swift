import CausewayDatabase
import Foundation

/// A subscription as the database stores it.
struct StoredSubscription {
  /// The id of the order that began the subscription.
  var original: String
  /// Whether the subscription renews at the end of its period.
  var renews: Bool
  /// The number of renewals so far.
  var renewals: Int
  /// The current period.
  var run: SubscriptionRun
}

/// The table of subscriptions: one row for each subscription, by the id of its first order.
struct SubscriptionRecords {
  // `expires` is the end of the last order's period.
  static let tables = """
    CREATE TABLE subscription (
      original TEXT NOT NULL PRIMARY KEY REFERENCES purchase (id),
      renews INTEGER NOT NULL,
      renewals INTEGER NOT NULL,
      anchor INTEGER NOT NULL,
      periods INTEGER NOT NULL,
      introductory_left INTEGER NOT NULL,
      expires INTEGER NOT NULL
    );
    CREATE INDEX subscription_due ON subscription (renews, expires);
    """

  let database: Database

  private static let columns = "original, renews, renewals, anchor, periods, introductory_left, expires"

  /// Adds or replaces a subscription.
  func keep(_ subscription: StoredSubscription) throws(DatabaseError) {
    let run = subscription.run
    try database.execute(
      "INSERT OR REPLACE INTO subscription (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)",
      .text(subscription.original), .integer(subscription.renews ? 1 : 0), .integer(Int64(subscription.renewals)),
      .integer(run.anchor.milliseconds), .integer(Int64(run.periods)), .integer(Int64(run.introductoryLeft)),
      .integer(run.expires.milliseconds))
  }

  /// Returns the subscription that an order began.
  func subscription(_ original: String) throws(DatabaseError) -> StoredSubscription? {
    try database.query(
      "SELECT \(Self.columns) FROM subscription WHERE original = ?", .text(original), row: subscription
    ).first
  }

  /// Returns the renewing subscription whose period ends first; nil if no such period has ended by `now`.
  func due(at now: Date) throws(DatabaseError) -> StoredSubscription? {
    try database.query(
      """
      SELECT \(Self.columns) FROM subscription WHERE renews = 1 AND expires <= ?
      ORDER BY expires, original LIMIT 1
      """, .integer(now.milliseconds), row: subscription
    ).first
  }

  private func subscription(_ row: Row) throws(DatabaseError) -> StoredSubscription {
    let run = SubscriptionRun(
      anchor: Date(milliseconds: try row.integer(3)), periods: Int(try row.integer(4)),
      introductoryLeft: Int(try row.integer(5)), expires: Date(milliseconds: try row.integer(6)))
    return StoredSubscription(
      original: try row.text(0), renews: try row.integer(1) == 1, renewals: Int(try row.integer(2)), run: run)
  }
}
