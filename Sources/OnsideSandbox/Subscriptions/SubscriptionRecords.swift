import CausewayDatabase
import Foundation
import OnsideCore

/// The table of subscriptions: one row for each subscription, by the id of its first order.
struct SubscriptionRecords {
  // `expires` is the end of the last paid period.
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

  // `due` is the time of the next payment; it is null if there is none. `retry_end` is null unless the last payment
  // failed. `end_reason` is null while the subscription renews, and for subscriptions that ended before this script.
  static let retryColumns = """
    ALTER TABLE subscription ADD COLUMN account TEXT REFERENCES account (id);
    ALTER TABLE subscription ADD COLUMN due INTEGER;
    ALTER TABLE subscription ADD COLUMN grace_end INTEGER;
    ALTER TABLE subscription ADD COLUMN retry_end INTEGER;
    ALTER TABLE subscription ADD COLUMN end_reason TEXT;
    UPDATE subscription SET account = (SELECT account FROM purchase WHERE purchase.id = subscription.original),
      due = CASE renews WHEN 1 THEN expires END;
    DROP INDEX subscription_due;
    CREATE INDEX subscription_due ON subscription (due);
    CREATE INDEX subscription_account ON subscription (account, due);
    """

  // `next_product` is the product of the next period, in JSON; it is null if that is the product of the last order.
  // `started` is the start of the last paid period.
  static let changeColumns = """
    ALTER TABLE subscription ADD COLUMN next_product TEXT;
    ALTER TABLE subscription ADD COLUMN started INTEGER NOT NULL DEFAULT 0;
    UPDATE subscription SET started = coalesce((SELECT date FROM purchase WHERE purchase.original = subscription.original
      ORDER BY purchase.number DESC LIMIT 1), 0);
    """

  // `consented_price` is in major units; it is null if the customer has consented to no increase.
  static let consentColumn = "ALTER TABLE subscription ADD COLUMN consented_price REAL;"

  let database: Database

  // Qualified, because a query can join the table of orders, which has columns of the same names.
  private static let columns = [
    "original", "account", "renews", "renewals", "anchor", "periods", "introductory_left", "expires", "due",
    "grace_end", "retry_end", "end_reason", "next_product", "started", "consented_price",
  ].map { "subscription.\($0)" }.joined(separator: ", ")

  /// Adds or replaces a subscription.
  func keep(_ subscription: StoredSubscription) throws(DatabaseError) {
    let run = subscription.run
    try database.execute(
      """
      INSERT OR REPLACE INTO subscription (original, account, renews, renewals, anchor, periods, introductory_left,
        expires, due, grace_end, retry_end, end_reason, next_product, started, consented_price)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(subscription.original), .text(subscription.account), .integer(subscription.renews ? 1 : 0),
      .integer(Int64(subscription.renewals)), .integer(run.anchor.milliseconds), .integer(Int64(run.periods)),
      .integer(Int64(run.introductoryLeft)), .integer(run.expires.milliseconds),
      DatabaseValue(subscription.due?.milliseconds), DatabaseValue(subscription.retry?.graceEnd?.milliseconds),
      DatabaseValue(subscription.retry?.end.milliseconds), DatabaseValue(subscription.endReason?.rawValue),
      subscription.next.map(DatabaseValue.json) ?? .null, .integer(run.start.milliseconds),
      subscription.consentedPrice.map(DatabaseValue.real) ?? .null)
  }

  /// Returns the subscription that an order began.
  func subscription(_ original: String) throws(DatabaseError) -> StoredSubscription? {
    try database.query(
      "SELECT \(Self.columns) FROM subscription WHERE original = ?", .text(original), row: subscription
    ).first
  }

  /// Returns the subscription whose next payment is due first; nil if no payment is due at `now`.
  func due(at now: Date) throws(DatabaseError) -> StoredSubscription? {
    try database.query(
      "SELECT \(Self.columns) FROM subscription WHERE due <= ? ORDER BY due, original LIMIT 1",
      .integer(now.milliseconds), row: subscription
    ).first
  }

  /// Returns the subscription of an account whose next payment is due first; nil if no payment is due at `now`.
  func due(of account: String, at now: Date) throws(DatabaseError) -> StoredSubscription? {
    try database.query(
      "SELECT \(Self.columns) FROM subscription WHERE account = ? AND due <= ? ORDER BY due, original LIMIT 1",
      .text(account), .integer(now.milliseconds), row: subscription
    ).first
  }

  /// Returns the subscriptions of an account whose last payment failed.
  func retrying(of account: String) throws(DatabaseError) -> [StoredSubscription] {
    try database.query(
      """
      SELECT \(Self.columns) FROM subscription WHERE account = ? AND retry_end IS NOT NULL ORDER BY due, original
      """, .text(account), row: subscription)
  }

  /// Returns the subscription that an account last began in an app for an entitlement, which may have ended.
  func last(of account: String, app: String, entitlement: String) throws(DatabaseError) -> StoredSubscription? {
    try database.query(
      """
      SELECT \(Self.columns) FROM subscription JOIN purchase ON purchase.id = subscription.original
      WHERE purchase.account = ? AND purchase.app = ? AND purchase.entitlement = ? ORDER BY purchase.number DESC LIMIT 1
      """, .text(account), .text(app), .text(entitlement), row: subscription
    ).first
  }

  /// Returns subscriptions of all accounts, the newest first.
  /// - Parameter number: only subscriptions whose first order has a lower number are returned; nil for the newest ones.
  func newest(before number: Int64?, limit: Int) throws(DatabaseError) -> [StoredSubscription] {
    try database.query(
      """
      SELECT \(Self.columns) FROM subscription JOIN purchase ON purchase.id = subscription.original
      WHERE purchase.number < ? ORDER BY purchase.number DESC LIMIT ?
      """, .integer(number ?? .max), .integer(Int64(limit)), row: subscription)
  }

  private func subscription(_ row: Row) throws(DatabaseError) -> StoredSubscription {
    let run = SubscriptionRun(
      anchor: Date(milliseconds: try row.integer(4)), periods: Int(try row.integer(5)),
      introductoryLeft: Int(try row.integer(6)), start: Date(milliseconds: try row.integer(13)),
      expires: Date(milliseconds: try row.integer(7)))
    var retry: BillingRetry?
    if let end = try row.integerOrNil(10), let due = try row.integerOrNil(8) {
      retry = BillingRetry(
        graceEnd: try row.integerOrNil(9).map(Date.init(milliseconds:)), end: Date(milliseconds: end),
        nextTry: Date(milliseconds: due))
    }
    var next: OnsideProduct?
    if let text = try row.textOrNil(12) {
      next = try? JSONDecoder().decode(OnsideProduct.self, from: Data(text.utf8))
      if next == nil { throw row.damaged("the next product of a subscription cannot be read") }
    }
    return StoredSubscription(
      original: try row.text(0), account: try row.text(1), renews: try row.integer(2) == 1,
      renewals: Int(try row.integer(3)), run: run, next: next,
      consentedPrice: row.isNull(14) ? nil : try row.real(14), retry: retry,
      endReason: try row.textOrNil(11).flatMap(SubscriptionEndReason.init))
  }
}
