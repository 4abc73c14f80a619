import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

/// An idempotency key of orders. The outcome of a paid key contains the order's number in the database.
typealias OrderKey = PaymentKey<Int64, SandboxProblem>

/// The table of the idempotency keys of orders.
struct OrderKeyRecords {
  // `purchase` is null if nothing was paid under the key, which is then void. `fingerprint` is null if the key was
  // settled before an order arrived.
  static let tables = """
    CREATE TABLE idempotency_key (
      key TEXT NOT NULL PRIMARY KEY,
      account TEXT NOT NULL REFERENCES account (id),
      fingerprint BLOB,
      purchase INTEGER REFERENCES purchase (number)
    );
    """

  // `refusal` is the reason why nothing was paid under a key, in JSON. It is null if an order was paid, or if the key
  // was settled before an order arrived.
  static let refusalColumn = "ALTER TABLE idempotency_key ADD COLUMN refusal TEXT;"

  let database: Database

  /// Returns the stored outcome of a key; nil if the key is new.
  func key(_ key: UUID) throws(DatabaseError) -> OrderKey? {
    try database.query(
      "SELECT account, fingerprint, purchase, refusal FROM idempotency_key WHERE key = ?", .text(key.uuidString)
    ) { row throws(DatabaseError) in
      let fingerprint = row.isNull(1) ? nil : try row.blob(1)
      if let number = try row.integerOrNil(2) {
        return OrderKey(fingerprint: fingerprint, outcome: .paid(number, by: try row.text(0)))
      }
      return OrderKey(fingerprint: fingerprint, outcome: try refusal(row, 3).map { .refused($0) } ?? .void)
    }.first
  }

  /// Stores the outcome of a new key.
  /// - Parameter account: the account that used the key.
  func keep(_ stored: OrderKey, for key: UUID, of account: String) throws(DatabaseError) {
    var (number, refusal): (Int64?, DatabaseValue) = (nil, .null)
    switch stored.outcome {
    case .paid(let order, _): number = order
    case .refused(let problem): refusal = .json(RefusalRecord(problem))
    case .void: break
    }
    try database.execute(
      "INSERT INTO idempotency_key (key, account, fingerprint, purchase, refusal) VALUES (?, ?, ?, ?, ?)",
      .text(key.uuidString), .text(account), stored.fingerprint.map(DatabaseValue.blob) ?? .null,
      DatabaseValue(number), refusal)
  }

  private func refusal(_ row: Row, _ column: Int) throws(DatabaseError) -> SandboxProblem? {
    guard let text = try row.textOrNil(column) else { return nil }
    guard let record = try? JSONDecoder().decode(RefusalRecord.self, from: Data(text.utf8)),
      let problem = record.problem
    else { throw row.damaged("a stored refusal cannot be read") }
    return problem
  }
}

/// A refusal as the database stores it in JSON. Do not rename the properties, because the stored JSON contains their
/// names.
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
