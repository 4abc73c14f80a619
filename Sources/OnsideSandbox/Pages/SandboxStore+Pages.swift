import CausewayDatabase
import Foundation

/// An account as the pages show it.
struct SandboxAccount: Hashable, Sendable {
  var id: String
  var login: String
  /// The country of the account's storefront, three letters; nil for the catalogue's country.
  var country: String?
  /// The number of the account's orders.
  var orders: Int
}

extension SandboxStore {
  /// Returns the accounts, the newest first, at most 1,000.
  func accounts() throws(SandboxProblem) -> [SandboxAccount] {
    try catchUp()
    return try keeping { () throws(DatabaseError) in try records.accounts() }
  }

  /// Returns the logins of the accounts that paid some orders, by account id.
  func logins(of orders: [SandboxPurchase]) throws(SandboxProblem) -> [String: String] {
    try keeping { () throws(DatabaseError) in
      var logins: [String: String] = [:]
      for account in Set(orders.map(\.account)) { logins[account] = try records.login(of: account) }
      return logins
    }
  }

  /// Returns the subscriptions of some orders, by the ids of the orders that began them.
  func subscriptions(of orders: [SandboxPurchase]) throws(SandboxProblem) -> [UUID: StoredSubscription] {
    try keeping { () throws(DatabaseError) in
      var subscriptions: [UUID: StoredSubscription] = [:]
      for id in Set(orders.filter { $0.purchase.expiresAt != nil }.map(\.purchase.originalOrderID)) {
        subscriptions[id] = try records.subscription(id.uuidString.lowercased())
      }
      return subscriptions
    }
  }
}

extension SandboxRecords {
  fileprivate func accounts() throws(DatabaseError) -> [SandboxAccount] {
    try database.query(
      """
      SELECT id, login, country, (SELECT count(*) FROM purchase WHERE purchase.account = account.id) FROM account
      ORDER BY rowid DESC LIMIT 1000
      """
    ) { row throws(DatabaseError) in
      SandboxAccount(
        id: try row.text(0), login: try row.text(1), country: try row.textOrNil(2), orders: Int(try row.integer(3)))
    }
  }

  fileprivate func login(of account: String) throws(DatabaseError) -> String? {
    try database.query("SELECT login FROM account WHERE id = ?", .text(account)) { row throws(DatabaseError) in
      try row.text(0)
    }.first
  }
}
