import CausewayDatabase
import CausewayJOSE
import Foundation

extension SandboxRecords {
  /// How many used tokens are remembered at most. Beyond it new ones are refused, rather than old ones forgotten.
  static let rememberedTokens = 100_000

  /// Whether a merchant's token was used.
  /// - Parameter id: its `jti`.
  func isUsed(_ id: String) throws(DatabaseError) -> Bool {
    try !database.query("SELECT 1 FROM used_token WHERE digest = ?", .blob(SHA256Hash(of: id).bytes)) { _ in }.isEmpty
  }

  /// How many used tokens are remembered.
  func usedTokens() throws(DatabaseError) -> Int {
    try database.query("SELECT count(*) FROM used_token") { row throws(DatabaseError) in Int(try row.integer(0)) }[0]
  }

  /// Whether a token's end has come, in the milliseconds in which ends are stored.
  static func hasExpired(_ end: Date, at real: Date) -> Bool { end.milliseconds <= real.milliseconds }

  /// Forgets the tokens that have expired, by the rule of ``hasExpired(_:at:)``, but for the latest end of them.
  func forgetUsedTokens(at real: Date) throws(DatabaseError) {
    try database.execute(
      """
      INSERT INTO forgotten_token (row, latest_end)
        SELECT 1, expires FROM used_token WHERE expires <= ? ORDER BY expires DESC LIMIT 1
        ON CONFLICT (row) DO UPDATE SET latest_end = max(latest_end, excluded.latest_end)
      """, .integer(real.milliseconds))
    try database.execute("DELETE FROM used_token WHERE expires <= ?", .integer(real.milliseconds))
  }

  /// How long before the latest end of a forgotten token a token ends, in seconds; nil if it ends later than all that were
  /// forgotten, and so is none of them.
  ///
  /// A token of which this is not nil has expired, unless the clock was set back since others were forgotten.
  func secondsBeforeForgotten(_ end: Date) throws(DatabaseError) -> Int? {
    let latest = try database.query("SELECT latest_end FROM forgotten_token") { row throws(DatabaseError) in
      try row.integer(0)
    }
    guard let latest = latest.first, end.milliseconds <= latest else { return nil }
    return Int((latest - end.milliseconds) / 1_000)
  }

  /// Remembers that a token was used, until it has expired.
  func use(_ id: String, until end: Date) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO used_token (digest, expires) VALUES (?, ?)", .blob(SHA256Hash(of: id).bytes),
      .integer(end.milliseconds))
  }
}
