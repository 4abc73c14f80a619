import CausewayDatabase
import Foundation

extension SandboxRecords {
  /// A card of an account.
  struct StoredCard {
    var id: String
    var card: TestCard
    /// The month and year, such as `04/29`; nil if the user did not give them.
    var expiry: String?
    var isDefault: Bool
  }

  /// The card that was added under an idempotency key.
  struct StoredCardKey {
    var account: String
    /// The card that was added under the key, as the raw value of a ``TestCard``.
    var token: String
    var expiry: String?
    /// The id of the card's row.
    var card: String
  }

  /// Returns the card that was added under a key; nil if the key is new.
  func cardKey(_ key: UUID) throws(DatabaseError) -> StoredCardKey? {
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

  /// Returns the cards of an account in the order in which they were added.
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

  /// Adds a card to an account, or finds it there, and makes it the account's default.
  /// - Parameter expiry: such as `04/29`; nil keeps the expiry of a card that is there already.
  func addCard(_ card: TestCard, expiry: String? = nil, of account: String) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO card (id, account, token, expiry, is_default) VALUES (?, ?, ?, ?, 0)
      ON CONFLICT (account, token) DO UPDATE SET expiry = coalesce(excluded.expiry, expiry)
      """, .text(UUID().uuidString.lowercased()), .text(account), .text(card.rawValue), DatabaseValue(expiry))
    try database.execute(
      "UPDATE card SET is_default = (token = ?) WHERE account = ?", .text(card.rawValue), .text(account))
  }

  /// Makes a card the account's default, which is the card that is charged.
  func useCard(_ id: String, of account: String) throws(DatabaseError) {
    try database.execute("UPDATE card SET is_default = (id = ?) WHERE account = ?", .text(id), .text(account))
  }

  /// Removes a card of an account.
  func removeCard(_ id: String, of account: String) throws(DatabaseError) {
    try database.execute("DELETE FROM card WHERE id = ? AND account = ?", .text(id), .text(account))
  }
}
