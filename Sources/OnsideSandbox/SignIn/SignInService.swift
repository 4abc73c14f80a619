import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

/// The logins on the sign-in page of an identity provider.
package final class SignInService {
  private let database: Database
  private let accounts: AccountRecords
  private let sessions: SessionService
  private let clock: ClockService
  private var signIns = SignIns()

  init(database: Database, accounts: AccountRecords, sessions: SessionService, clock: ClockService) {
    self.database = database
    self.accounts = accounts
    self.sessions = sessions
    self.clock = clock
  }

  /// Begins a login on the sign-in page.
  ///
  /// - Parameters:
  ///   - scheme: the URL scheme by which the browser returns to the app.
  ///   - state: the app's value, which the callback repeats.
  ///   - codeChallenge: the app's PKCE challenge, by the method `S256`.
  func begin(
    _ provider: OnsideIdentityProvider, app: String, scheme: CallbackScheme, state: String, codeChallenge: String
  ) -> SignIns.SignIn {
    let now = clock.real
    let signIn = SignIns.SignIn(
      app: app, provider: provider, scheme: scheme, state: state, codeChallenge: codeChallenge,
      expires: now + Double(SignIns.lifetime))
    signIns.begin(signIn, at: now)
    return signIn
  }

  /// Returns the login of a sign-in page; nil if it has ended.
  func signIn(_ id: String) -> SignIns.SignIn? { signIns.signIn(id, at: clock.real) }

  /// Returns the e-mail addresses of the users who have signed in at a provider, the newest first, at most five.
  func people(at provider: OnsideIdentityProvider) throws(SandboxProblem) -> [String] {
    try database.run { () throws(DatabaseError) in
      try accounts.logins(beginningWith: "federated:\(provider.rawValue):")
    }.compactMap { OnsideCredential.parts(ofAccountName: $0).name }
  }

  /// Signs a user in on the sign-in page.
  ///
  /// - Returns: the callback URL; nil if the login has ended.
  /// - Throws: `bad_request` if `address` is not an e-mail address.
  func complete(_ id: String, as address: String) throws(SandboxProblem) -> String? {
    guard OnsideCredential.email(address).accountName != nil else {
      throw SandboxProblem(.badRequest, "email: not an e-mail address")
    }
    return signIns.complete(id, as: address, at: clock.real)
  }

  /// Cancels a login on the sign-in page at the user's request.
  ///
  /// - Returns: the callback URL; nil if the login has ended already.
  func cancel(_ id: String) -> String? { signIns.cancel(id, at: clock.real) }

  /// Logs in with the code of a callback. The first login of a user creates the account.
  ///
  /// - Parameter country: the country of a new account; nil for the catalog's country.
  /// - Throws: `sign_in_ended`.
  func logIn(
    signIn id: String, code: String, verifier: String, country: StorefrontCountry?, app: String
  ) throws(SandboxProblem) -> SessionTokens {
    guard let person = signIns.use(id, code: code, verifier: verifier, app: app, at: clock.real),
      let login = OnsideCredential.accountName(of: person.address, at: person.provider)
    else {
      throw SandboxProblem(.signInEnded, "This sign-in has ended. Begin it again.")
    }
    return try sessions.logIn(login: login, country: country, app: app)
  }
}
