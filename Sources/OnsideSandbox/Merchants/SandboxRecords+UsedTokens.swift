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

  /// Forgets the tokens that have expired, by the rule of ``hasExpired(_:at:)``.
  func forgetUsedTokens(at real: Date) throws(DatabaseError) {
    try database.execute("DELETE FROM used_token WHERE expires <= ?", .integer(real.milliseconds))
  }

  /// Remembers that a token was used, until it has expired.
  func use(_ id: String, until end: Date) throws(DatabaseError) {
    try database.execute(
      "INSERT INTO used_token (digest, expires) VALUES (?, ?)", .blob(SHA256Hash(of: id).bytes),
      .integer(end.milliseconds))
  }
}
