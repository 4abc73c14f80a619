import CausewayDatabase
import Foundation
import OnsideCore

/// What is known of an idempotency key.
struct StoredKey {
  /// Whose it is.
  var account: String
  /// What was asked under it; nil if it was settled before anybody asked.
  var fingerprint: [UInt8]?
  /// The order that was paid, by its number; nil if the key is void.
  var purchase: Int64?
  /// Why nothing was paid, which the same order is answered with again: the first answer may be lost.
  var refusal: SandboxProblem?
}

extension SandboxRecords {
  /// What is known of a key; nil if it has not been heard of.
  func key(_ key: UUID) throws(DatabaseError) -> StoredKey? {
    try database.query(
      "SELECT account, fingerprint, purchase, refusal FROM idempotency_key WHERE key = ?", .text(key.uuidString)
    ) { row throws(DatabaseError) in
      StoredKey(
        account: try row.text(0), fingerprint: row.isNull(1) ? nil : try row.blob(1),
        purchase: try row.integerOrNil(2), refusal: try refusal(row, 3))
    }.first
  }

  /// Remembers what became of a key.
  func keep(_ stored: StoredKey, for key: UUID) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO idempotency_key (key, account, fingerprint, purchase, refusal) VALUES (?, ?, ?, ?, ?)",
      .text(key.uuidString), .text(stored.account), stored.fingerprint.map(DatabaseValue.blob) ?? .null,
      DatabaseValue(stored.purchase), DatabaseValue(stored.refusal.map { Self.text(of: RefusalRecord($0)) }))
  }

  private func refusal(_ row: Row, _ column: Int) throws(DatabaseError) -> SandboxProblem? {
    guard let text = try row.textOrNil(column) else { return nil }
    guard let record = try? JSONDecoder().decode(RefusalRecord.self, from: Data(text.utf8)),
      let problem = record.problem
    else { throw row.damaged("a refusal has changed") }
    return problem
  }
}

/// A refusal as it is in the file. Its names are the file's.
private struct RefusalRecord: Codable {
  var code: String
  var title: String
  var product: OnsideProduct?

  init(_ problem: SandboxProblem) {
    code = problem.code.rawValue
    title = problem.title
    product = problem.product
  }

  /// Nil for a code that the store does not have.
  var problem: SandboxProblem? {
    SandboxProblem.Code(rawValue: code).map { SandboxProblem($0, title, product: product) }
  }
}
