import CausewayDatabase
import Foundation

/// A card of an account.
struct StoredCard {
  var id: String
  var card: TestCard
  /// The month and year, such as `04/29`; nil if the user did not give them.
  var expiry: String?
  /// The end of the expiry month; nil if the user did not give it.
  var validUntil: Date?
  var isDefault: Bool
}

/// The month at whose end a card expires.
struct CardExpiry: Hashable {
  var month: Int
  /// The year, four digits.
  var year: Int

  /// The month and the last two digits of the year, such as `04/29`, as on a card.
  var text: String { String(format: "%02d/%02d", month, year % 100) }

  /// The end of the month, in UTC.
  var end: Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    // The calendar turns month 13 into January of the next year. A date exists for every month and year.
    return calendar.date(from: DateComponents(year: year, month: month + 1)) ?? .distantFuture
  }
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

  // `valid_until` is the end of the expiry month, which `expiry` does not give exactly because its year has two digits.
  static let validUntilColumn = """
    ALTER TABLE card ADD COLUMN valid_until INTEGER;
    UPDATE card SET valid_until = 1000 * CAST(strftime('%s', '20' || substr(expiry, 4, 2) || '-' || substr(expiry, 1, 2)
      || '-01', '+1 month') AS INTEGER) WHERE expiry IS NOT NULL;
    """

  let database: Database

  /// Returns the cards of an account in the order in which they were added.
  func cards(of account: String) throws(DatabaseError) -> [StoredCard] {
    try database.query(
      "SELECT id, token, expiry, valid_until, is_default FROM card WHERE account = ? ORDER BY number", .text(account)
    ) { row throws(DatabaseError) in
      guard let card = TestCard(rawValue: try row.text(1)) else {
        throw row.damaged("a card is not one of the test cards")
      }
      return StoredCard(
        id: try row.text(0), card: card, expiry: try row.textOrNil(2),
        validUntil: try row.integerOrNil(3).map(Date.init(milliseconds:)), isDefault: try row.integer(4) == 1)
    }
  }

  /// Adds a card to an account unless the account already has it, and makes it the account's default.
  /// - Parameter expiry: nil keeps the expiry of a card that the account already has.
  func add(_ card: TestCard, expiry: CardExpiry? = nil, of account: String) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO card (id, account, token, expiry, valid_until, is_default) VALUES (?, ?, ?, ?, ?, 0)
      ON CONFLICT (account, token) DO UPDATE SET expiry = coalesce(excluded.expiry, expiry),
        valid_until = coalesce(excluded.valid_until, valid_until)
      """, .text(UUID().uuidString.lowercased()), .text(account), .text(card.rawValue), DatabaseValue(expiry?.text),
      DatabaseValue(expiry?.end.milliseconds))
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
