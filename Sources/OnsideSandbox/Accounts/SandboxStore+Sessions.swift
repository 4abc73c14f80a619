import CausewayDatabase
import OnsideCore
import OnsideTesting

extension SandboxStore {
  /// Checks that the store knows an app.
  /// - Throws: `app_not_registered` if it does not.
  nonisolated package func check(app: String) throws(SandboxProblem) {
    guard options.apps.contains(app) else {
      throw SandboxProblem(.appNotRegistered, "The store does not know this app: start it with the app's identifier")
    }
  }

  /// Logs in a user whose identity has been verified. The first login of an address creates its account, with a test
  /// card that pays.
  ///
  /// - Parameter country: the country of a new account; nil for the catalogue's country.
  /// - Throws: `bad_request` if `credential` is not a valid address.
  package func logIn(
    _ credential: OnsideCredential, country: StorefrontCountry?, app: String
  ) throws(SandboxProblem) -> SessionTokens {
    guard let login = credential.accountName else { throw .noAddress }
    return try logIn(login: login, country: country, app: app)
  }

  /// Logs in by the login under which the account is stored.
  func logIn(login: String, country: StorefrontCountry?, app: String) throws(SandboxProblem) -> SessionTokens {
    let refresh = SessionToken.random()
    let session = try transaction { () throws(DatabaseError) in
      let account: String
      if let known = try records.account(login: login) {
        account = known
      } else {
        account = try records.addAccount(login: login, country: country?.alpha3)
        try records.addCard(.paying, of: account)
      }
      let number = try records.addSession(account: account, app: app, refresh: refresh.digest)
      let chosen = try records.country(of: account)
      return .success(
        SandboxRecords.StoredSession(number: number, account: account, login: login, app: app, country: chosen))
    }
    return try newAccessToken(of: session, refresh: refresh)
  }

  /// Creates a new access token for a session. The refresh token does not change.
  package func refresh(_ token: SessionToken, app: String) throws(SandboxProblem) -> SessionTokens {
    let session = try keeping { () throws(DatabaseError) in try records.session(refresh: token.digest) }
    guard let session, session.app == app else {
      throw SandboxProblem(.invalidToken, "The session has ended: log in again")
    }
    return try newAccessToken(of: session, refresh: token)
  }

  /// Returns the session of an access token.
  /// - Throws: `invalid_token` if the token is unknown, has expired, or belongs to another app.
  package func session(_ token: SessionToken, app: String) throws(SandboxProblem) -> SandboxSession {
    let real = options.realTime().milliseconds
    let session = try keeping { () throws(DatabaseError) in try records.session(access: token.digest, at: real) }
    guard let session, session.app == app else {
      throw SandboxProblem(.invalidToken, "The access token is good no more: get another with the refresh token")
    }
    return self.session(session)
  }

  /// Ends a session, which deletes its tokens.
  package func logOut(_ session: SandboxSession) throws(SandboxProblem) {
    try transaction { () throws(DatabaseError) in .success(try records.endSession(session.number)) }
  }

  /// Sets the country of an account's storefront.
  package func setStorefront(_ country: StorefrontCountry, of account: String) throws(SandboxProblem) {
    let isKnown = try keeping { () throws(DatabaseError) in try records.setCountry(country.alpha3, of: account) }
    guard isKnown else { throw SandboxProblem(.notFound, "There is no such account") }
  }

  private func newAccessToken(
    of session: SandboxRecords.StoredSession, refresh: SessionToken
  ) throws(SandboxProblem) -> SessionTokens {
    let access = SessionToken.random()
    let real = options.realTime().milliseconds
    try transaction { () throws(DatabaseError) in
      try records.addAccessToken(
        access.digest, session: session.number, expires: real + Int64(options.accessTokenLifetime) * 1000, at: real)
      return .success(())
    }
    return SessionTokens(
      session: self.session(session), accessToken: access, expiresIn: options.accessTokenLifetime,
      refreshToken: refresh)
  }

  private func session(_ stored: SandboxRecords.StoredSession) -> SandboxSession {
    SandboxSession(
      number: stored.number, account: stored.account, name: OnsideCredential.name(ofAccountName: stored.login),
      app: stored.app,
      country: stored.country.flatMap(StorefrontCountry.init) ?? catalogCountry)
  }

  /// The catalogue's country, which applies to every account for which no other country was set.
  nonisolated var catalogCountry: StorefrontCountry { options.catalog.configuration.settings.storefront }
}
