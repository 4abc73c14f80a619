import CausewayDatabase

/// The table of the customers' clocks that run ahead of the store's clock.
struct CustomerClockRecords {
  // `ahead` is in milliseconds, and more than 0.
  static let tables = """
    CREATE TABLE account_clock (
      account TEXT NOT NULL PRIMARY KEY REFERENCES account (id),
      ahead INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  let database: Database

  /// Returns how far the clocks are ahead, in milliseconds, by account id.
  func all() throws(DatabaseError) -> [String: Int64] {
    let clocks = try database.query("SELECT account, ahead FROM account_clock") { row throws(DatabaseError) in
      (try row.text(0), try row.integer(1))
    }
    return Dictionary(uniqueKeysWithValues: clocks)
  }

  /// Stores how far an account's clock is ahead, in milliseconds.
  func keep(_ ahead: Int64, of account: String) throws(DatabaseError) {
    try database.execute(
      "INSERT OR REPLACE INTO account_clock (account, ahead) VALUES (?, ?)", .text(account), .integer(ahead))
  }
}
