import CausewayDatabase
import Foundation

/// The table of accounts.
struct AccountRecords {
  // `country` is null for the catalog's country.
  static let tables = """
    CREATE TABLE account (
      id TEXT NOT NULL PRIMARY KEY,
      login TEXT NOT NULL UNIQUE,
      country TEXT
    );
    """

  // `payments_fail` is 1 while a tester lets every payment of the account fail.
  static let paymentsFailColumn = "ALTER TABLE account ADD COLUMN payments_fail INTEGER NOT NULL DEFAULT 0;"

  let database: Database

  /// Returns the id of the account with a login; nil if there is none.
  func account(login: String) throws(DatabaseError) -> String? {
    try database.query("SELECT id FROM account WHERE login = ?", .text(login)) { row throws(DatabaseError) in
      try row.text(0)
    }.first
  }

  /// Adds an account, and returns its id.
  /// - Parameter country: the storefront's country, three letters; nil for the catalog's country.
  func add(login: String, country: String?) throws(DatabaseError) -> String {
    let id = UUID().uuidString.lowercased()
    try database.execute(
      "INSERT INTO account (id, login, country) VALUES (?, ?, ?)", .text(id), .text(login), DatabaseValue(country))
    return id
  }

  /// Returns the country that was chosen for an account, three letters; nil for the catalog's country.
  func country(of account: String) throws(DatabaseError) -> String? {
    try database.query("SELECT country FROM account WHERE id = ?", .text(account)) { row throws(DatabaseError) in
      try row.textOrNil(0)
    }.first ?? nil
  }

  /// Sets the country of an account.
  /// - Returns: true if the account exists.
  func setCountry(_ country: String, of account: String) throws(DatabaseError) -> Bool {
    try database.execute("UPDATE account SET country = ? WHERE id = ?", .text(country), .text(account))
    return database.changes == 1
  }

  /// Returns whether a tester lets every payment of an account fail.
  func paymentsFail(of account: String) throws(DatabaseError) -> Bool {
    try database.query("SELECT payments_fail FROM account WHERE id = ?", .text(account)) { row throws(DatabaseError) in
      try row.integer(0) == 1
    }.first ?? false
  }

  /// Sets whether every payment of an account fails.
  /// - Returns: true if the account exists.
  func setPaymentsFail(_ fail: Bool, of account: String) throws(DatabaseError) -> Bool {
    try database.execute(
      "UPDATE account SET payments_fail = ? WHERE id = ?", .integer(fail ? 1 : 0), .text(account))
    return database.changes == 1
  }

  /// Returns the login of an account; nil if there is no such account.
  func login(of account: String) throws(DatabaseError) -> String? {
    try database.query("SELECT login FROM account WHERE id = ?", .text(account)) { row throws(DatabaseError) in
      try row.text(0)
    }.first
  }

  /// Returns the logins of accounts that begin with a text, the newest first, at most five.
  func logins(beginningWith text: String) throws(DatabaseError) -> [String] {
    try database.query(
      "SELECT login FROM account WHERE substr(login, 1, length(?)) = ? ORDER BY rowid DESC LIMIT 5", .text(text),
      .text(text)
    ) { row throws(DatabaseError) in try row.text(0) }
  }

  /// Returns the newest accounts, the newest first.
  func newest(limit: Int) throws(DatabaseError) -> [SandboxAccount] {
    try database.query(
      "SELECT id, login, country, payments_fail FROM account ORDER BY rowid DESC LIMIT ?", .integer(Int64(limit))
    ) { row throws(DatabaseError) in
      SandboxAccount(
        id: try row.text(0), login: try row.text(1), country: try row.textOrNil(2),
        paymentsFail: try row.integer(3) == 1)
    }
  }
}
