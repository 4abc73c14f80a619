import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

extension SandboxStore {
  /// Begins a login on the sign-in page.
  ///
  /// - Parameters:
  ///   - scheme: the URL scheme by which the browser returns to the app.
  ///   - state: the app's value, which the callback repeats.
  ///   - codeChallenge: the app's PKCE challenge, by the method `S256`.
  func beginSignIn(
    _ provider: OnsideIdentityProvider, app: String, scheme: CallbackScheme, state: String, codeChallenge: String
  ) -> SignIns.SignIn {
    let now = options.realTime()
    let signIn = SignIns.SignIn(
      app: app, provider: provider, scheme: scheme, state: state, codeChallenge: codeChallenge,
      expires: now + Double(SignIns.lifetime))
    signIns.begin(signIn, at: now)
    return signIn
  }

  /// Returns the login of a sign-in page; nil if it has ended.
  func signIn(_ id: String) -> SignIns.SignIn? { signIns.signIn(id, at: options.realTime()) }

  /// Returns the addresses of the people who have signed in at a provider, the newest first, at most five.
  func people(at provider: OnsideIdentityProvider) throws(SandboxProblem) -> [String] {
    try keeping { () throws(DatabaseError) in try records.logins(beginningWith: "federated:\(provider.rawValue):") }
      .compactMap { OnsideCredential.parts(ofAccountName: $0).name }
  }

  /// Signs a person in on the sign-in page.
  ///
  /// - Returns: the callback URL; nil if the login has ended.
  /// - Throws: `bad_request` if `address` is not an e-mail address.
  func completeSignIn(_ id: String, as address: String) throws(SandboxProblem) -> String? {
    guard OnsideCredential.email(address).accountName != nil else {
      throw SandboxProblem(.badRequest, "email: not an e-mail address")
    }
    return signIns.complete(id, as: address, at: options.realTime())
  }

  /// Cancels a login on the sign-in page at the user's request.
  ///
  /// - Returns: the callback URL; nil if the login has ended already.
  func cancelSignIn(_ id: String) -> String? { signIns.cancel(id, at: options.realTime()) }

  /// Logs in with the code of a callback. The first login of a person creates the account.
  ///
  /// - Parameter country: the country of a new account; nil for the catalogue's country.
  /// - Throws: `sign_in_ended`.
  func logIn(
    signIn id: String, code: String, verifier: String, country: StorefrontCountry?, app: String
  ) throws(SandboxProblem) -> SessionTokens {
    guard let person = signIns.use(id, code: code, verifier: verifier, app: app, at: options.realTime()),
      let login = OnsideCredential.accountName(of: person.address, at: person.provider)
    else {
      throw SandboxProblem(.signInEnded, "This sign-in has ended. Begin it again.")
    }
    return try logIn(login: login, country: country, app: app)
  }
}

extension SandboxRecords {
  /// Returns the logins of accounts that begin with a text, the newest first, at most five.
  fileprivate func logins(beginningWith text: String) throws(DatabaseError) -> [String] {
    try database.query(
      "SELECT login FROM account WHERE substr(login, 1, length(?)) = ? ORDER BY rowid DESC LIMIT 5", .text(text),
      .text(text)
    ) { row throws(DatabaseError) in try row.text(0) }
  }
}
