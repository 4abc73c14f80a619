import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

/// An account as the store's pages show it.
struct SandboxAccount: Hashable, Sendable {
  var id: String
  var login: String
  /// The country of the account's storefront, three letters; nil for the catalog's country.
  var country: String?
  /// Whether a tester lets every payment of the account fail.
  var paymentsFail: Bool
}

/// The accounts of the store's users. ``SessionService`` creates them.
package struct AccountService {
  let database: Database
  let records: AccountRecords
  let subscriptions: SubscriptionService
  let clock: ClockService

  /// Sets the country of an account's storefront.
  package func setStorefront(_ country: StorefrontCountry, of account: String) throws(SandboxProblem) {
    let isKnown = try database.run { () throws(DatabaseError) in try records.setCountry(country.alpha3, of: account) }
    guard isKnown else { throw SandboxProblem(.notFound, "No account has the id in the path") }
  }

  /// Lets every payment of an account fail, or lets its cards decide again. In the second case, renewals whose payment
  /// has failed are tried again.
  package func setPaymentsFail(_ fail: Bool, of account: String) throws(SandboxProblem) {
    try subscriptions.catchUp()
    try database.runTransaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard try records.setPaymentsFail(fail, of: account) else {
        return .failure(SandboxProblem(.notFound, "No account has the id in the path"))
      }
      return .success(try subscriptions.retryPayments(of: account))
    }
  }

  /// Returns the clock of an account's customer, and how far it is ahead of the store's clock, in seconds.
  package func clock(of account: String) throws(SandboxProblem) -> (reading: ClockReading, ahead: TimeInterval) {
    try check(account)
    return (clock.reading(of: account), clock.ahead(of: account))
  }

  /// Moves the clock of an account's customer forward, so that it is further ahead of the store's clock. The customer's
  /// subscriptions that become due are renewed.
  package func moveClock(of account: String, bySeconds seconds: Int) throws(SandboxProblem) {
    try check(account)
    try subscriptions.catchUp()
    try database.run { () throws(DatabaseError) in try clock.move(account, by: seconds) }
    try subscriptions.catchUp()
  }

  private func check(_ account: String) throws(SandboxProblem) {
    guard try database.run({ () throws(DatabaseError) in try records.login(of: account) }) != nil else {
      throw SandboxProblem(.notFound, "No account has the id in the path")
    }
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
