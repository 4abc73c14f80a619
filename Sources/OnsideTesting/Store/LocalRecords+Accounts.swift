import CausewayDatabase
import Foundation

/// An account of local testing.
struct LocalAccount {
  /// The account's identifier, the same in all sessions.
  var id: String
  /// The account name with which the account was created, such as `email:ada@example.org`.
  var login: String
  /// The country chosen for the account, three letters; nil for the catalog's country.
  var storefront: String?
}

extension LocalRecords {
  /// Returns the logged-in account; nil if no user is logged in.
  func sessionAccount() throws(DatabaseError) -> LocalAccount? { try sessionAccounts().first }

  /// Logs in the account with this name, and creates it if it does not exist.
  func beginSession(login: String) throws(DatabaseError) -> LocalAccount {
    try database.transaction { () throws(DatabaseError) in
      try database.execute(
        "INSERT INTO account (id, login) VALUES (?, ?) ON CONFLICT (login) DO NOTHING",
        .text(UUID().uuidString.lowercased()), .text(login))
      try database.execute(
        "INSERT OR REPLACE INTO session (row, account) SELECT 1, id FROM account WHERE login = ?", .text(login))
      return try sessionAccounts()[0]
    }
  }

  /// Logs out the logged-in account, if there is one.
  func endSession() throws(DatabaseError) {
    try database.execute("DELETE FROM session")
  }

  /// Stores the country of an account, three letters.
  func setStorefront(_ storefront: String, of account: String) throws(DatabaseError) {
    try database.execute("UPDATE account SET storefront = ? WHERE id = ?", .text(storefront), .text(account))
  }

  /// Returns the logged-in account in an array, which is empty if no user is logged in.
  private func sessionAccounts() throws(DatabaseError) -> [LocalAccount] {
    try database.query(
      "SELECT account.id, account.login, account.storefront FROM session JOIN account ON account.id = session.account"
    ) { row throws(DatabaseError) in
      LocalAccount(id: try row.text(0), login: try row.text(1), storefront: try row.textOrNil(2))
    }
  }
}
