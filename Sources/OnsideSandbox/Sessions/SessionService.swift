import CausewayDatabase
import OnsideCore
import OnsideTesting

/// The sessions of users in apps, and the logins that begin them.
package struct SessionService {
  let database: Database
  let records: SessionRecords
  let accounts: AccountRecords
  let cards: CardRecords
  /// The default country of accounts, from the catalog.
  let country: StorefrontCountry
  /// The lifetime of an access token, in seconds of real time.
  let tokenLifetime: Int
  let clock: ClockService

  /// Logs in a user whose identity has been verified. The first login of an address creates its account, with a test
  /// card that pays.
  ///
  /// - Parameter country: the country of a new account; nil for the catalog's country.
  /// - Throws: `bad_request` if `credential` is not a valid address.
  package func logIn(
    _ credential: OnsideCredential, country: StorefrontCountry?, app: String
  ) throws(SandboxProblem) -> SessionTokens {
    guard let login = credential.accountName else { throw .noAddress }
    return try logIn(login: login, country: country, app: app)
  }

  /// Logs in the account with a login such as `email:ann@example.com`. Creates the account if it does not exist.
  func logIn(login: String, country: StorefrontCountry?, app: String) throws(SandboxProblem) -> SessionTokens {
    let refresh = SessionToken.random()
    let session = try database.runTransaction { () throws(DatabaseError) in
      let account: String
      if let known = try accounts.account(login: login) {
        account = known
      } else {
        account = try accounts.add(login: login, country: country?.alpha3)
        try cards.add(.paying, of: account)
      }
      let number = try records.add(account: account, app: app, refresh: refresh.digest)
      let chosen = try accounts.country(of: account)
      return .success(StoredSession(number: number, account: account, login: login, app: app, country: chosen))
    }
    return try newAccessToken(of: session, refresh: refresh)
  }

  /// Creates a new access token for a session. The refresh token does not change.
  package func refresh(_ token: SessionToken, app: String) throws(SandboxProblem) -> SessionTokens {
    let session = try database.run { () throws(DatabaseError) in try records.session(refresh: token.digest) }
    guard let session, session.app == app else {
      throw SandboxProblem(.invalidToken, "The session has ended: log in again")
    }
    return try newAccessToken(of: session, refresh: token)
  }

  /// Returns the session of an access token.
  /// - Throws: `invalid_token` if the token is unknown, has expired, or belongs to another app.
  package func session(_ token: SessionToken, app: String) throws(SandboxProblem) -> SandboxSession {
    let real = clock.real.milliseconds
    let session = try database.run { () throws(DatabaseError) in try records.session(access: token.digest, at: real) }
    guard let session, session.app == app else {
      throw SandboxProblem(.invalidToken, "The access token is no longer valid: get a new one with the refresh token")
    }
    return self.session(session)
  }

  /// Ends a session, and deletes its tokens.
  package func logOut(_ session: SandboxSession) throws(SandboxProblem) {
    try database.runTransaction { () throws(DatabaseError) in .success(try records.end(session.number)) }
  }

  private func newAccessToken(
    of session: StoredSession, refresh: SessionToken
  ) throws(SandboxProblem) -> SessionTokens {
    let access = SessionToken.random()
    let real = clock.real.milliseconds
    try database.runTransaction { () throws(DatabaseError) in
      try records.addAccessToken(
        access.digest, session: session.number, expires: real + Int64(tokenLifetime) * 1000, at: real)
      return .success(())
    }
    return SessionTokens(
      session: self.session(session), accessToken: access, expiresIn: tokenLifetime, refreshToken: refresh)
  }

  private func session(_ stored: StoredSession) -> SandboxSession {
    SandboxSession(
      number: stored.number, account: stored.account, name: OnsideCredential.name(ofAccountName: stored.login),
      app: stored.app, country: stored.country.flatMap(StorefrontCountry.init) ?? country)
  }
}
