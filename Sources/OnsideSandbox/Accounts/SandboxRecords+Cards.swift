import CausewayDatabase
import Foundation

extension SandboxRecords {
  /// A card of an account.
  struct StoredCard {
    var id: String
    var card: TestCard
    /// Such as `04/29`; nil if nobody has said.
    var expiry: String?
    var isDefault: Bool
  }

  /// What is known of the idempotency key of a card.
  struct StoredCardKey {
    var account: String
    /// Which card was added under it.
    var token: String
    var expiry: String?
    /// The id that it got.
    var card: String
  }

  /// What is known of a key; nil if it has not been heard of.
  func cardKey(_ key: UUID) throws(DatabaseError) -> StoredCardKey? {
    try database.query(
      "SELECT account, token, expiry, card FROM card_key WHERE key = ?", .text(key.uuidString)
    ) { row throws(DatabaseError) in
      StoredCardKey(
        account: try row.text(0), token: try row.text(1), expiry: try row.textOrNil(2), card: try row.text(3))
    }.first
  }

  /// Remembers which card was added under a key.
  func keep(_ stored: StoredCardKey, for key: UUID) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO card_key (key, account, token, expiry, card) VALUES (?, ?, ?, ?, ?)", .text(key.uuidString),
      .text(stored.account), .text(stored.token), DatabaseValue(stored.expiry), .text(stored.card))
  }

  /// The cards of an account, the one that was added first at the front.
  func cards(of account: String) throws(DatabaseError) -> [StoredCard] {
    try database.query(
      "SELECT id, token, expiry, is_default FROM card WHERE account = ? ORDER BY number", .text(account)
    ) { row throws(DatabaseError) in
      guard let card = TestCard(rawValue: try row.text(1)) else {
        throw row.damaged("a card is none of the test cards")
      }
      return StoredCard(
        id: try row.text(0), card: card, expiry: try row.textOrNil(2), isDefault: try row.integer(3) == 1)
    }
  }

  /// Adds a card, unless it is there, and makes it the one that is charged.
  /// - Parameter expiry: such as `04/29`; nil leaves that of a card that is there.
  func addCard(_ card: TestCard, expiry: String? = nil, of account: String) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO card (id, account, token, expiry, is_default) VALUES (?, ?, ?, ?, 0)
      ON CONFLICT (account, token) DO UPDATE SET expiry = coalesce(excluded.expiry, expiry)
      """, .text(UUID().uuidString.lowercased()), .text(account), .text(card.rawValue), DatabaseValue(expiry))
    try database.execute(
      "UPDATE card SET is_default = (token = ?) WHERE account = ?", .text(card.rawValue), .text(account))
  }

  /// Makes a card of an account the one that is charged.
  func useCard(_ id: String, of account: String) throws(DatabaseError) {
    try database.execute("UPDATE card SET is_default = (id = ?) WHERE account = ?", .text(id), .text(account))
  }

  /// Removes a card of an account.
  func removeCard(_ id: String, of account: String) throws(DatabaseError) {
    try database.execute("DELETE FROM card WHERE id = ? AND account = ?", .text(id), .text(account))
  }
}
