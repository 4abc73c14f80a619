import CausewayDatabase
import Foundation

/// An account of local testing.
struct LocalAccount {
  /// The same over all sessions.
  var id: String
  /// What it was made by, such as `email:ada@example.org`.
  var login: String
  /// The country that was chosen for it, three letters; nil for that of the catalogue.
  var storefront: String?
}

extension LocalRecords {
  /// Who is logged in.
  func sessionAccount() throws(DatabaseError) -> LocalAccount? { try sessionAccounts().first }

  /// Logs in the account of this login, which is made if there is none.
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

  /// Logs out whoever is logged in.
  func endSession() throws(DatabaseError) {
    try database.execute("DELETE FROM session")
  }

  /// Chooses a country for an account.
  func setStorefront(_ storefront: String, of account: String) throws(DatabaseError) {
    try database.execute("UPDATE account SET storefront = ? WHERE id = ?", .text(storefront), .text(account))
  }

  /// One or none.
  private func sessionAccounts() throws(DatabaseError) -> [LocalAccount] {
    try database.query(
      "SELECT account.id, account.login, account.storefront FROM session JOIN account ON account.id = session.account"
    ) { row throws(DatabaseError) in
      LocalAccount(id: try row.text(0), login: try row.text(1), storefront: try row.textOrNil(2))
    }
  }
}
