import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

/// The table of orders.
struct OrderRecords {
  // `product` is the product as it was sold, in JSON. `entitlement` identifies something that an account can have only
  // once in an app; it is null for a product that can be bought again. `price` is the charged amount, in the currency's
  // smallest unit.
  static let tables = """
    CREATE TABLE purchase (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      original TEXT NOT NULL,
      account TEXT NOT NULL REFERENCES account (id),
      app TEXT NOT NULL,
      country TEXT NOT NULL,
      kind TEXT NOT NULL,
      product TEXT NOT NULL,
      price INTEGER NOT NULL,
      date INTEGER NOT NULL,
      original_date INTEGER NOT NULL,
      expires INTEGER,
      revoked INTEGER,
      revocation_reason TEXT,
      is_renewal INTEGER NOT NULL,
      token TEXT,
      entitlement TEXT
    );
    CREATE INDEX purchase_account ON purchase (account, app);
    CREATE INDEX purchase_original ON purchase (original);
    """

  // `prorated_refund` is null unless another subscription of the group replaced this order's before its period ended.
  static let proratedRefundColumn = "ALTER TABLE purchase ADD COLUMN prorated_refund INTEGER;"

  let database: Database
  /// The notifications about changed orders; nil if the merchant gets none.
  let notifications: NotificationRecords?

  init(database: Database, notifications: NotificationRecords?) {
    self.database = database
    self.notifications = notifications
  }

  private static let columns = """
    number, id, original, account, app, country, kind, product, price, date, original_date, expires, revoked,
    revocation_reason, is_renewal, token, entitlement, prorated_refund
    """

  /// Adds an order.
  /// - Returns: the order's number.
  func add(_ order: SandboxOrder) throws(DatabaseError) -> Int64 {
    try database.execute(
      """
      INSERT INTO purchase (id, original, account, app, country, kind, product, price, date, original_date, expires,
        revoked, revocation_reason, is_renewal, token, entitlement)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(order.id), .text(order.original), .text(order.account), .text(order.app), .text(order.country.alpha3),
      .text(order.kind.rawValue), .json(order.product), .integer(order.price),
      .integer(order.date.milliseconds), .integer(order.originalDate.milliseconds),
      DatabaseValue(order.expires?.milliseconds), DatabaseValue(order.revoked?.milliseconds),
      DatabaseValue(order.revocationReason), .integer(order.isRenewal ? 1 : 0), DatabaseValue(order.token),
      DatabaseValue(order.entitlement))
    let number = try database.lastNumber()
    try notifications?.add(order.original)
    return number
  }

  /// Returns the order with a number; nil if there is none.
  func order(_ number: Int64) throws(DatabaseError) -> SandboxOrder? {
    try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE number = ?", .integer(number), row: order
    ).first
  }

  /// Returns the order with an id; nil if there is none.
  func order(id: UUID) throws(DatabaseError) -> SandboxOrder? {
    try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE id = ?", .text(id.uuidString.lowercased()), row: order
    ).first
  }

  /// Returns all orders of a subscription, the oldest first, or the only order of another product.
  func orders(original: String) throws(DatabaseError) -> [SandboxOrder] {
    try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE original = ? ORDER BY number", .text(original), row: order)
  }

  /// Returns the order of a subscription's latest period.
  func lastOrder(ofSubscription original: String) throws(DatabaseError) -> SandboxOrder? {
    try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE original = ? ORDER BY number DESC LIMIT 1", .text(original),
      row: order
    ).first
  }

  /// Returns the orders of an account in an app, the oldest first.
  func orders(of account: String, app: String) throws(DatabaseError) -> [SandboxOrder] {
    try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE account = ? AND app = ? ORDER BY number", .text(account),
      .text(app), row: order)
  }

  /// Returns the orders whose entitlements an account has at a time, the oldest first.
  func entitlements(of account: String, app: String, at now: Date) throws(DatabaseError) -> [SandboxOrder] {
    try database.query(
      """
      SELECT \(Self.columns) FROM purchase WHERE account = ? AND app = ? AND entitlement IS NOT NULL
        AND revoked IS NULL AND (expires IS NULL OR expires > ?)
      ORDER BY number
      """, .text(account), .text(app), .integer(now.milliseconds), row: order)
  }

  /// Returns the entitlements of the groups in which an account has ever had a subscription.
  func subscribedGroups(of account: String, app: String) throws(DatabaseError) -> Set<String> {
    Set(
      try database.query(
        "SELECT DISTINCT entitlement FROM purchase WHERE account = ? AND app = ? AND expires IS NOT NULL",
        .text(account), .text(app)
      ) { row throws(DatabaseError) in try row.textOrNil(0) }.compactMap(\.self))
  }

  /// Returns orders of all accounts, the newest first.
  /// - Parameter number: only orders with a lower number are returned; nil for the newest orders.
  func newest(before number: Int64?, limit: Int) throws(DatabaseError) -> [SandboxOrder] {
    try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE number < ? ORDER BY number DESC LIMIT ?",
      .integer(number ?? .max), .integer(Int64(limit)), row: order)
  }

  /// Returns how many orders each account has, by account id.
  func counts() throws(DatabaseError) -> [String: Int] {
    let counts = try database.query("SELECT account, count(*) FROM purchase GROUP BY account") {
      row throws(DatabaseError) in (try row.text(0), Int(try row.integer(1)))
    }
    return Dictionary(uniqueKeysWithValues: counts)
  }

  /// Marks an order as refunded.
  func revoke(_ number: Int64, at moment: Date, reason: String?) throws(DatabaseError) {
    try database.execute(
      "UPDATE purchase SET revoked = ?, revocation_reason = ? WHERE number = ?", .integer(moment.milliseconds),
      DatabaseValue(reason), .integer(number))
    if let notifications, let order = try order(number) { try notifications.add(order.original) }
  }

  /// Changes the end of a subscription's latest period.
  func setExpiry(ofLastOrderOf original: String, to moment: Date) throws(DatabaseError) {
    try database.execute(
      "UPDATE purchase SET expires = ? WHERE number = (SELECT max(number) FROM purchase WHERE original = ?)",
      .integer(moment.milliseconds), .text(original))
    try notifications?.add(original)
  }

  /// Sets the part of the price that the customer got back for the rest of the period, in the currency's smallest unit.
  func setProratedRefund(_ amount: Int64, of number: Int64) throws(DatabaseError) {
    try database.execute(
      "UPDATE purchase SET prorated_refund = ? WHERE number = ?", .integer(amount), .integer(number))
  }

  // MARK: Rows

  private func order(_ row: Row) throws(DatabaseError) -> SandboxOrder {
    guard let country = StorefrontCountry(try row.text(5)),
      let kind = StoreKitConfiguration.Kind(rawValue: try row.text(6)),
      let product = try? JSONDecoder().decode(OnsideProduct.self, from: Data(try row.text(7).utf8))
    else { throw row.damaged("an order cannot be read") }
    return SandboxOrder(
      number: try row.integer(0), id: try row.text(1), original: try row.text(2), account: try row.text(3),
      app: try row.text(4), country: country, kind: kind, product: product, price: try row.integer(8),
      date: Date(milliseconds: try row.integer(9)), originalDate: Date(milliseconds: try row.integer(10)),
      expires: try row.integerOrNil(11).map(Date.init(milliseconds:)),
      revoked: try row.integerOrNil(12).map(Date.init(milliseconds:)), revocationReason: try row.textOrNil(13),
      isRenewal: try row.integer(14) == 1, token: try row.textOrNil(15), entitlement: try row.textOrNil(16),
      proratedRefund: try row.integerOrNil(17))
  }
}
