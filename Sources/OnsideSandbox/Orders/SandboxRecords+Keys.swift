import CausewayDatabase
import Foundation

/// What is known of an idempotency key.
struct StoredKey {
  /// Whose it is.
  var account: String
  /// What was asked under it; nil if it was settled before anybody asked.
  var fingerprint: [UInt8]?
  /// The order that was paid, by its number; nil if the key is void.
  var purchase: Int64?
}

extension SandboxRecords {
  /// What is known of a key; nil if it has not been heard of.
  func key(_ key: UUID) throws(DatabaseError) -> StoredKey? {
    try database.query(
      "SELECT account, fingerprint, purchase FROM idempotency_key WHERE key = ?", .text(key.uuidString)
    ) { row throws(DatabaseError) in
      StoredKey(
        account: try row.text(0), fingerprint: row.isNull(1) ? nil : try row.blob(1),
        purchase: try row.integerOrNil(2))
    }.first
  }

  /// Remembers what became of a key.
  func keep(_ stored: StoredKey, for key: UUID) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO idempotency_key (key, account, fingerprint, purchase) VALUES (?, ?, ?, ?)", .text(key.uuidString),
      .text(stored.account), stored.fingerprint.map(DatabaseValue.blob) ?? .null, DatabaseValue(stored.purchase))
  }
}
