import CausewayDatabase
import CausewayJOSE
import Foundation

/// The tables of the merchant tokens that were used. Times are in real time.
struct UsedTokenRecords {
  // Tokens that have not expired, by the SHA-256 of their `jti`.
  static let tables = """
    CREATE TABLE used_token (
      digest BLOB NOT NULL PRIMARY KEY,
      expires INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX used_token_expires ON used_token (expires);
    """

  // The latest expiry time of the used tokens that were deleted.
  static let forgottenTable = """
    CREATE TABLE forgotten_token (
      row INTEGER PRIMARY KEY CHECK (row = 1),
      latest_end INTEGER NOT NULL
    );
    """

  /// The maximum number of used tokens that are remembered. When it is reached, the store refuses new tokens and does
  /// not forget old ones, because a forgotten token could be used twice.
  static let capacity = 100_000

  let database: Database

  /// Returns whether a merchant's token was used.
  /// - Parameter id: the token's `jti`.
  func isUsed(_ id: String) throws(DatabaseError) -> Bool {
    try !database.query("SELECT 1 FROM used_token WHERE digest = ?", .blob(SHA256Hash(of: id).bytes)) { _ in }.isEmpty
  }

  /// Returns the number of used tokens that are remembered.
  func count() throws(DatabaseError) -> Int {
    try database.query("SELECT count(*) FROM used_token") { row throws(DatabaseError) in Int(try row.integer(0)) }[0]
  }

  /// Returns whether a token has expired. The method compares whole milliseconds, because the database stores expiry
  /// times in milliseconds.
  static func hasExpired(_ end: Date, at real: Date) -> Bool { end.milliseconds <= real.milliseconds }

  /// Deletes the tokens that have expired by ``hasExpired(_:at:)``, and stores the latest expiry time of all deleted
  /// tokens.
  func forget(at real: Date) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO forgotten_token (row, latest_end)
        SELECT 1, expires FROM used_token WHERE expires <= ? ORDER BY expires DESC LIMIT 1
        ON CONFLICT (row) DO UPDATE SET latest_end = max(latest_end, excluded.latest_end)
      """, .integer(real.milliseconds))
    try database.execute("DELETE FROM used_token WHERE expires <= ?", .integer(real.milliseconds))
  }

  /// Returns the number of seconds between `end` and the latest expiry time of the forgotten tokens; nil if `end` is
  /// later, because a token with that expiry time was not forgotten.
  ///
  /// If the result is not nil, the token has expired, unless the clock was set back after tokens were forgotten.
  func secondsUntilForgotten(_ end: Date) throws(DatabaseError) -> Int? {
    let latest = try database.query("SELECT latest_end FROM forgotten_token") { row throws(DatabaseError) in
      try row.integer(0)
    }
    guard let latest = latest.first, end.milliseconds <= latest else { return nil }
    return Int((latest - end.milliseconds) / 1_000)
  }

  /// Stores that a token was used. The record lasts until the token has expired.
  func use(_ id: String, until end: Date) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO used_token (digest, expires) VALUES (?, ?)", .blob(SHA256Hash(of: id).bytes),
      .integer(end.milliseconds))
  }
}
