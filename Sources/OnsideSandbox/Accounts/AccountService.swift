import CausewayDatabase
import OnsideCore
import OnsideTesting

/// An account as the store's pages show it.
struct SandboxAccount: Hashable, Sendable {
  var id: String
  var login: String
  /// The country of the account's storefront, three letters; nil for the catalog's country.
  var country: String?
}

/// The accounts of the store's users. ``SessionService`` creates them.
package struct AccountService {
  let database: Database
  let records: AccountRecords

  /// Sets the country of an account's storefront.
  package func setStorefront(_ country: StorefrontCountry, of account: String) throws(SandboxProblem) {
    let isKnown = try database.run { () throws(DatabaseError) in try records.setCountry(country.alpha3, of: account) }
    guard isKnown else { throw SandboxProblem(.notFound, "No account has the id in the path") }
  }

  /// Returns the accounts, the newest first, at most 1,000.
  func newest() throws(SandboxProblem) -> [SandboxAccount] {
    try database.run { () throws(DatabaseError) in try records.newest(limit: 1000) }
  }

  /// Returns the logins of these accounts, by account id.
  func logins(of accounts: Set<String>) throws(SandboxProblem) -> [String: String] {
    try database.run { () throws(DatabaseError) in
      var logins: [String: String] = [:]
      for account in accounts { logins[account] = try records.login(of: account) }
      return logins
    }
  }
}
