import CausewayDatabase
import OnsideCore

extension SandboxStore {
  /// That the store knows an app.
  nonisolated package func check(app: String) throws(SandboxProblem) {
    guard options.apps.contains(app) else {
      throw SandboxProblem(.appNotRegistered, "The store does not know this app: start it with the app's identifier")
    }
  }

  /// Logs in whoever has shown to be this user; the first login of an address makes its account, with a card that pays.
  ///
  /// - Parameter country: where a new account is; nil for the catalogue's country.
  /// - Throws: `bad_request` for what can be no address.
  package func logIn(
    _ credential: OnsideCredential, country: StorefrontCountry?, app: String
  ) throws(SandboxProblem) -> SessionTokens {
    guard let login = credential.accountName else { throw .noAddress }
    return try logIn(login: login, country: country, app: app)
  }

  /// The same, by the name under which the account is in the file.
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

  /// A new access token for a session, which keeps its refresh token.
  package func refresh(_ token: SessionToken, app: String) throws(SandboxProblem) -> SessionTokens {
    let session = try keeping { () throws(DatabaseError) in try records.session(refresh: token.digest) }
    guard let session, session.app == app else {
      throw SandboxProblem(.invalidToken, "The session has ended: log in again")
    }
    return try newAccessToken(of: session, refresh: token)
  }

  /// The session of an access token.
  package func session(_ token: SessionToken, app: String) throws(SandboxProblem) -> SandboxSession {
    let real = options.realTime().milliseconds
    let session = try keeping { () throws(DatabaseError) in try records.session(access: token.digest, at: real) }
    guard let session, session.app == app else {
      throw SandboxProblem(.invalidToken, "The access token is good no more: get another with the refresh token")
    }
    return self.session(session)
  }

  /// Ends a session, and its tokens.
  package func logOut(_ session: SandboxSession) throws(SandboxProblem) {
    try transaction { () throws(DatabaseError) in .success(try records.endSession(session.number)) }
  }

  /// Moves an account to another country.
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

  /// The country of who has not chosen another.
  nonisolated var catalogCountry: StorefrontCountry { options.catalog.configuration.settings.storefront }
}
