import CausewayDatabase
import Foundation

/// A card of an account.
struct StoredCard {
  var id: String
  var card: TestCard
  /// The month and year, such as `04/29`; nil if the user did not give them.
  var expiry: String?
  var isDefault: Bool
}

/// The table of cards.
struct CardRecords {
  static let tables = """
    CREATE TABLE card (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL REFERENCES account (id),
      digits TEXT NOT NULL,
      is_default INTEGER NOT NULL,
      UNIQUE (account, digits)
    );
    """

  // Replaces the cards' numbers with their tokens. `expiry` is null if the user did not give it.
  static let tokensForNumbers = """
    CREATE TABLE kept_card (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL REFERENCES account (id),
      token TEXT NOT NULL,
      expiry TEXT,
      is_default INTEGER NOT NULL,
      UNIQUE (account, token)
    );
    INSERT INTO kept_card SELECT number, id, account, CASE digits
      WHEN '4242424242424242' THEN 'paying' WHEN '4000000000000002' THEN 'declined'
      WHEN '4000000000009995' THEN 'without-funds' WHEN '4000000000000069' THEN 'expired' ELSE 'unknown' END,
      NULL, is_default FROM card;
    DROP TABLE card;
    ALTER TABLE kept_card RENAME TO card;
    """

  let database: Database

  /// Returns the cards of an account in the order in which they were added.
  func cards(of account: String) throws(DatabaseError) -> [StoredCard] {
    try database.query(
      "SELECT id, token, expiry, is_default FROM card WHERE account = ? ORDER BY number", .text(account)
    ) { row throws(DatabaseError) in
      guard let card = TestCard(rawValue: try row.text(1)) else {
        throw row.damaged("a card is not one of the test cards")
      }
      return StoredCard(
        id: try row.text(0), card: card, expiry: try row.textOrNil(2), isDefault: try row.integer(3) == 1)
    }
  }

  /// Adds a card to an account unless the account already has it, and makes it the account's default.
  /// - Parameter expiry: such as `04/29`; nil keeps the expiry of a card that the account already has.
  func add(_ card: TestCard, expiry: String? = nil, of account: String) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO card (id, account, token, expiry, is_default) VALUES (?, ?, ?, ?, 0)
      ON CONFLICT (account, token) DO UPDATE SET expiry = coalesce(excluded.expiry, expiry)
      """, .text(UUID().uuidString.lowercased()), .text(account), .text(card.rawValue), DatabaseValue(expiry))
    try database.execute(
      "UPDATE card SET is_default = (token = ?) WHERE account = ?", .text(card.rawValue), .text(account))
  }

  /// Makes a card the account's default, which is the card that is charged.
  func use(_ id: String, of account: String) throws(DatabaseError) {
    try database.execute("UPDATE card SET is_default = (id = ?) WHERE account = ?", .text(id), .text(account))
  }

  /// Removes a card of an account.
  func remove(_ id: String, of account: String) throws(DatabaseError) {
    try database.execute("DELETE FROM card WHERE id = ? AND account = ?", .text(id), .text(account))
  }
}
