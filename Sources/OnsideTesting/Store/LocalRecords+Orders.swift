import CausewayDatabase
import Foundation
import OnsideCore

/// An order as it is stored in the file.
struct LocalPurchase {
  var number: Int64
  var account: String
  var date: Date
  var order: OnsideOrder
  var isEntitlement = false
}

/// The reason for a final refusal, as it is stored in the file. The case names are part of the file format.
enum KeptRefusal: Codable {
  case refused(String)
  case declined(String)
  case priceChanged(OnsideProduct)

  /// Creates a refusal from an error; nil if the error is not final.
  init?(_ error: OnsideServiceError) {
    switch error {
    case .refused(let reason): self = .refused(reason)
    case .declined(let reason): self = .declined(reason)
    case .priceChanged(let product): self = .priceChanged(product)
    case .connectionError, .appNotRegistered, .invalidProductIdentifier, .serviceUnavailable, .notLoggedIn,
      .notSupportedInLocalTesting, .cancelled, .loginCode, .internalError:
      return nil
    }
  }

  var error: OnsideServiceError {
    switch self {
    case .refused(let reason): .refused(reason)
    case .declined(let reason): .declined(reason)
    case .priceChanged(let product): .priceChanged(product)
    }
  }
}

extension LocalRecords {
  private static let columns = "number, id, account, date, product, entitlement, token, checksum"

  /// Returns the stored outcome of an idempotency key; nil if the key is new.
  func key(_ key: UUID) throws(DatabaseError) -> PaymentKey<LocalPurchase, OnsideServiceError>? {
    let rows = try database.query(
      "SELECT purchase, refusal FROM idempotency_key WHERE key = ?", .text(key.uuidString)
    ) { row throws(DatabaseError) -> (Int64?, KeptRefusal?) in (try row.integerOrNil(0), try refusal(row, 1)) }
    guard let (number, refusal) = rows.first else { return nil }
    guard let number else { return PaymentKey(outcome: refusal.map { .refused($0.error) } ?? .void) }
    let purchases = try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE number = ?", .integer(number), row: purchase)
    return purchases.first.map { PaymentKey(outcome: .paid($0, by: $0.account)) }
  }

  /// Stores a new idempotency key, with the number of its order. A key without an order is void.
  /// - Parameter refusal: the reason why the key is void; nil if the key was settled before an order arrived.
  func keep(_ key: UUID, purchase: Int64? = nil, refusal: KeptRefusal? = nil) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO idempotency_key (key, purchase, refusal) VALUES (?, ?, ?)", .text(key.uuidString),
      DatabaseValue(purchase), DatabaseValue(refusal.map { Self.text(of: $0) }))
  }

  private func refusal(_ row: Row, _ column: Int) throws(DatabaseError) -> KeptRefusal? {
    guard let text = try row.textOrNil(column) else { return nil }
    guard let refusal = try? JSONDecoder().decode(KeptRefusal.self, from: Data(text.utf8)) else {
      throw row.damaged("a stored refusal cannot be read")
    }
    return refusal
  }

  /// Adds an order.
  /// - Parameter entitlement: the entitlement that the account can have only once; nil for a product that can be bought
  ///   again.
  func add(
    _ order: OnsideOrder, account: String, entitlement: String?, date: Date
  ) throws(DatabaseError) -> LocalPurchase {
    let product = Self.text(of: order.product)
    try database.execute(
      "INSERT INTO purchase (id, account, date, product, entitlement, token, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)",
      .text(order.id), .text(account), .real(date.timeIntervalSince1970), .text(product), DatabaseValue(entitlement),
      DatabaseValue(order.appAccountToken),
      .integer(Self.checksum(order.id, account, date, product, entitlement, order.appAccountToken)))
    let numbers = try database.query("SELECT last_insert_rowid()") { row throws(DatabaseError) in try row.integer(0) }
    return LocalPurchase(number: numbers[0], account: account, date: date, order: order)
  }

  /// Returns the latest order that gave an account this entitlement.
  func purchase(of entitlement: String, account: String) throws(DatabaseError) -> LocalPurchase? {
    try database.query(
      "SELECT \(Self.columns) FROM purchase WHERE account = ? AND entitlement = ? ORDER BY number DESC LIMIT 1",
      .text(account), .text(entitlement), row: purchase
    ).first
  }

  /// Returns the orders that gave an account its current entitlements, oldest first.
  func entitlements(of account: String) throws(DatabaseError) -> [LocalPurchase] {
    try database.query(
      """
      SELECT \(Self.columns) FROM purchase WHERE number IN
        (SELECT max(number) FROM purchase WHERE account = ? AND entitlement IS NOT NULL GROUP BY entitlement)
      ORDER BY number
      """, .text(account), row: purchase)
  }

  /// Removes the entitlement that an order gave to its account.
  func endEntitlement(ofOrder id: String) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      let found = try database.query(
        "SELECT \(Self.columns) FROM purchase WHERE id = ?", .text(id)
      ) { row throws(DatabaseError) in (try purchase(row), try row.text(4)) }
      // The checksum needs the text that is stored: another encoding of the product can have another order of its members.
      guard let (purchase, product) = found.first else { return }
      let order = purchase.order
      try database.execute(
        "UPDATE purchase SET entitlement = NULL, checksum = ? WHERE number = ?",
        .integer(
          Self.checksum(
            order.id, purchase.account, purchase.date, product, nil, order.appAccountToken)),
        .integer(purchase.number))
    }
  }

  /// Returns all orders of all accounts, oldest first.
  func ledger() throws(DatabaseError) -> [LocalOrder] {
    var keys: [Int64: [UUID]] = [:]
    let pairs = try database.query(
      "SELECT purchase, key FROM idempotency_key WHERE purchase IS NOT NULL ORDER BY number"
    ) { row throws(DatabaseError) -> (Int64, UUID) in
      guard let key = UUID(uuidString: try row.text(1)) else { throw row.damaged("an idempotency key is not a UUID") }
      return (try row.integer(0), key)
    }
    for (number, key) in pairs { keys[number, default: []].append(key) }
    return try database.query("SELECT \(Self.columns) FROM purchase ORDER BY number", row: purchase).map { purchase in
      LocalOrder(
        order: purchase.order, account: purchase.account, date: purchase.date, keys: keys[purchase.number] ?? [],
        isEntitlement: purchase.isEntitlement)
    }
  }

  // MARK: Rows

  private func purchase(_ row: Row) throws(DatabaseError) -> LocalPurchase {
    let (id, account, product) = (try row.text(1), try row.text(2), try row.text(4))
    let date = Date(timeIntervalSince1970: try row.real(3))
    let (entitlement, token) = (try row.textOrNil(5), try row.textOrNil(6))
    guard try row.integer(7) == Self.checksum(id, account, date, product, entitlement, token),
      let product = try? JSONDecoder().decode(OnsideProduct.self, from: Data(product.utf8))
    else { throw row.damaged("an order differs from what was written") }
    return LocalPurchase(
      number: try row.integer(0), account: account, date: date,
      order: OnsideOrder(id: id, product: product, appAccountToken: token), isEntitlement: entitlement != nil)
  }

  private static func text(of value: some Encodable) -> String {
    guard let data = try? JSONEncoder().encode(value) else {
      preconditionFailure("A product of the catalog could not be encoded as JSON, although its prices are finite")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// Returns the checksum of all columns except the row's number.
  private static func checksum(
    _ id: String, _ account: String, _ date: Date, _ product: String, _ entitlement: String?, _ token: String?
  ) -> Int64 {
    let fields = [id, account, "\(date.timeIntervalSince1970)", product, entitlement, token]
    // Begin each field with its length. Otherwise a character that moves to the next field would not change the
    // checksum.
    let text = fields.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()
    return CausewayDatabase.checksum(text.utf8)
  }
}
