import CausewayDatabase
import Foundation

/// The card that was added under an idempotency key.
struct StoredCardKey {
  var account: String
  /// The card that was added under the key, as the raw value of a ``TestCard``.
  var token: String
  var expiry: String?
  /// The id of the card's row.
  var card: String
}

/// The table of the idempotency keys of cards, with the token of each card and the id of its row.
struct CardKeyRecords {
  static let tables = """
    CREATE TABLE card_key (
      key TEXT NOT NULL PRIMARY KEY,
      account TEXT NOT NULL REFERENCES account (id),
      token TEXT NOT NULL,
      expiry TEXT,
      card TEXT NOT NULL
    ) WITHOUT ROWID;
    """

  let database: Database

  /// Returns the card that was added under a key; nil if the key is new.
  func key(_ key: UUID) throws(DatabaseError) -> StoredCardKey? {
    try database.query(
      "SELECT account, token, expiry, card FROM card_key WHERE key = ?", .text(key.uuidString)
    ) { row throws(DatabaseError) in
      StoredCardKey(
        account: try row.text(0), token: try row.text(1), expiry: try row.textOrNil(2), card: try row.text(3))
    }.first
  }

  /// Stores which card was added under a key.
  func keep(_ stored: StoredCardKey, for key: UUID) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO card_key (key, account, token, expiry, card) VALUES (?, ?, ?, ?, ?)", .text(key.uuidString),
      .text(stored.account), .text(stored.token), DatabaseValue(stored.expiry), .text(stored.card))
  }
}
