import CausewayDatabase
import Foundation
import OnsideCore

/// The stored outcome of an idempotency key.
struct StoredKey {
  /// The id of the account that used the key.
  var account: String
  /// The fingerprint of the order that was requested under the key; nil if the key was settled before an order came.
  var fingerprint: [UInt8]?
  /// The number of the order that was paid; nil if the key is void.
  var purchase: Int64?
  /// The reason why nothing was paid. A repeated order gets it again, because the first answer may have been lost.
  var refusal: SandboxProblem?
}

/// The table of the idempotency keys of orders.
struct OrderKeyRecords {
  // A key without an order is void. A key without a fingerprint was settled before an order came.
  static let tables = """
    CREATE TABLE idempotency_key (
      key TEXT NOT NULL PRIMARY KEY,
      account TEXT NOT NULL REFERENCES account (id),
      fingerprint BLOB,
      purchase INTEGER REFERENCES purchase (number)
    );
    """

  // `refusal` is the reason why nothing was paid under a key, in JSON. It is null if an order was paid, or if the key
  // was settled before an order came.
  static let refusalColumn = "ALTER TABLE idempotency_key ADD COLUMN refusal TEXT;"

  let database: Database

  /// Returns the outcome of a key; nil if the key is new.
  func key(_ key: UUID) throws(DatabaseError) -> StoredKey? {
    try database.query(
      "SELECT account, fingerprint, purchase, refusal FROM idempotency_key WHERE key = ?", .text(key.uuidString)
    ) { row throws(DatabaseError) in
      StoredKey(
        account: try row.text(0), fingerprint: row.isNull(1) ? nil : try row.blob(1),
        purchase: try row.integerOrNil(2), refusal: try refusal(row, 3))
    }.first
  }

  /// Stores the outcome of a key.
  func keep(_ stored: StoredKey, for key: UUID) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO idempotency_key (key, account, fingerprint, purchase, refusal) VALUES (?, ?, ?, ?, ?)",
      .text(key.uuidString), .text(stored.account), stored.fingerprint.map(DatabaseValue.blob) ?? .null,
      DatabaseValue(stored.purchase), stored.refusal.map { .json(RefusalRecord($0)) } ?? .null)
  }

  private func refusal(_ row: Row, _ column: Int) throws(DatabaseError) -> SandboxProblem? {
    guard let text = try row.textOrNil(column) else { return nil }
    guard let record = try? JSONDecoder().decode(RefusalRecord.self, from: Data(text.utf8)),
      let problem = record.problem
    else { throw row.damaged("a refusal has changed") }
    return problem
  }
}

/// A refusal as the database stores it in JSON. The property names are stored, so they must not change.
private struct RefusalRecord: Codable {
  var code: String
  var title: String
  var product: OnsideProduct?

  init(_ problem: SandboxProblem) {
    code = problem.code.rawValue
    title = problem.title
    product = problem.product
  }

  /// The refusal; nil if its code does not exist in this version of the store.
  var problem: SandboxProblem? {
    SandboxProblem.Code(rawValue: code).map { SandboxProblem($0, title, product: product) }
  }
}
