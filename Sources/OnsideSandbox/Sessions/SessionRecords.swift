import CausewayDatabase

/// A session as the database stores it.
struct StoredSession {
  var number: Int64
  var account: String
  var login: String
  var app: String
  /// The account's country, three letters; nil for the catalog's country.
  var country: String?
}

/// The tables of sessions and their access tokens. Tokens are stored only as their SHA-256.
struct SessionRecords {
  static let tables = """
    CREATE TABLE session (
      number INTEGER PRIMARY KEY,
      account TEXT NOT NULL REFERENCES account (id),
      app TEXT NOT NULL,
      refresh BLOB NOT NULL UNIQUE
    );
    CREATE TABLE access_token (
      number INTEGER PRIMARY KEY,
      digest BLOB NOT NULL UNIQUE,
      session INTEGER NOT NULL REFERENCES session (number),
      expires INTEGER NOT NULL
    );
    CREATE INDEX access_token_session ON access_token (session);
    """

  /// The maximum number of access tokens of one session. If there are more, the oldest ones are deleted.
  static let accessTokensOfSession: Int64 = 16

  let database: Database

  /// Adds a session, and returns its number.
  func add(account: String, app: String, refresh: [UInt8]) throws(DatabaseError) -> Int64 {
    try database.execute(
      "INSERT INTO session (account, app, refresh) VALUES (?, ?, ?)", .text(account), .text(app), .blob(refresh))
    return try database.lastNumber()
  }

  /// Returns the session of an access token; nil if the token is unknown or has expired.
  /// - Parameter real: the real time, in milliseconds.
  func session(access: [UInt8], at real: Int64) throws(DatabaseError) -> StoredSession? {
    try database.query(
      """
      SELECT session.number, session.account, account.login, session.app, account.country FROM access_token
      JOIN session ON session.number = access_token.session JOIN account ON account.id = session.account
      WHERE access_token.digest = ? AND access_token.expires > ?
      """, .blob(access), .integer(real), row: session
    ).first
  }

  /// Returns the session of a refresh token; nil if the token is unknown.
  func session(refresh: [UInt8]) throws(DatabaseError) -> StoredSession? {
    try database.query(
      """
      SELECT session.number, session.account, account.login, session.app, account.country FROM session
      JOIN account ON account.id = session.account WHERE session.refresh = ?
      """, .blob(refresh), row: session
    ).first
  }

  /// Adds an access token, and deletes the session's expired tokens.
  /// - Parameters:
  ///   - expires: the expiry time of the token, in milliseconds of real time.
  ///   - real: the current real time, in milliseconds.
  func addAccessToken(
    _ digest: [UInt8], session: Int64, expires: Int64, at real: Int64
  ) throws(DatabaseError) {
    try database.execute(
      "DELETE FROM access_token WHERE session = ? AND expires <= ?", .integer(session), .integer(real))
    try database.execute(
      "INSERT INTO access_token (digest, session, expires) VALUES (?, ?, ?)", .blob(digest), .integer(session),
      .integer(expires))
    try database.execute(
      """
      DELETE FROM access_token WHERE session = ? AND number NOT IN
        (SELECT number FROM access_token WHERE session = ? ORDER BY number DESC LIMIT ?)
      """, .integer(session), .integer(session), .integer(Self.accessTokensOfSession))
  }

  /// Deletes a session and its access tokens.
  func end(_ number: Int64) throws(DatabaseError) {
    try database.execute("DELETE FROM access_token WHERE session = ?", .integer(number))
    try database.execute("DELETE FROM session WHERE number = ?", .integer(number))
  }

  private func session(_ row: Row) throws(DatabaseError) -> StoredSession {
    StoredSession(
      number: try row.integer(0), account: try row.text(1), login: try row.text(2), app: try row.text(3),
      country: try row.textOrNil(4))
  }
}
