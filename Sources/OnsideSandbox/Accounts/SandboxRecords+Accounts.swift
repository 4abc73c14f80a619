import CausewayDatabase
import Foundation

extension SandboxRecords {
  /// Returns the id of the account with a login; nil if there is none.
  func account(login: String) throws(DatabaseError) -> String? {
    try database.query("SELECT id FROM account WHERE login = ?", .text(login)) { row throws(DatabaseError) in
      try row.text(0)
    }.first
  }

  /// Adds an account, and returns its id.
  /// - Parameter country: the storefront's country, three letters; nil for the catalogue's country.
  func addAccount(login: String, country: String?) throws(DatabaseError) -> String {
    let id = UUID().uuidString.lowercased()
    try database.execute(
      "INSERT INTO account (id, login, country) VALUES (?, ?, ?)", .text(id), .text(login), DatabaseValue(country))
    return id
  }

  /// Returns the country that was chosen for an account, three letters; nil for the catalogue's country.
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
}
