import CausewayDatabase

extension SandboxRecords {
  /// A session as it is in the file.
  struct StoredSession {
    var number: Int64
    var account: String
    var login: String
    var app: String
    /// The account's country, three letters; nil for the catalogue's.
    var country: String?
  }

  /// How many access tokens a session has at most; the oldest go first.
  static let accessTokensOfSession: Int64 = 16

  /// Begins a session.
  func addSession(account: String, app: String, refresh: [UInt8]) throws(DatabaseError) -> Int64 {
    try database.execute(
      "INSERT INTO session (account, app, refresh) VALUES (?, ?, ?)", .text(account), .text(app), .blob(refresh))
    return try database.lastNumber()
  }

  /// The session of an access token that is still good at a real time.
  func session(access: [UInt8], at real: Int64) throws(DatabaseError) -> StoredSession? {
    try database.query(
      """
      SELECT session.number, session.account, account.login, session.app, account.country FROM access_token
      JOIN session ON session.number = access_token.session JOIN account ON account.id = session.account
      WHERE access_token.digest = ? AND access_token.expires > ?
      """, .blob(access), .integer(real), row: session
    ).first
  }

  /// The session of a refresh token.
  func session(refresh: [UInt8]) throws(DatabaseError) -> StoredSession? {
    try database.query(
      """
      SELECT session.number, session.account, account.login, session.app, account.country FROM session
      JOIN account ON account.id = session.account WHERE session.refresh = ?
      """, .blob(refresh), row: session
    ).first
  }

  /// Adds an access token, and forgets those that are good no more.
  /// - Parameter expires: milliseconds of real time.
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

  /// Ends a session, and its tokens.
  func endSession(_ number: Int64) throws(DatabaseError) {
    try database.execute("DELETE FROM access_token WHERE session = ?", .integer(number))
    try database.execute("DELETE FROM session WHERE number = ?", .integer(number))
  }

  private func session(_ row: Row) throws(DatabaseError) -> StoredSession {
    StoredSession(
      number: try row.integer(0), account: try row.text(1), login: try row.text(2), app: try row.text(3),
      country: try row.textOrNil(4))
  }
}

extension Database {
  /// The number of the row that was added last.
  func lastNumber() throws(DatabaseError) -> Int64 {
    try query("SELECT last_insert_rowid()") { row throws(DatabaseError) in try row.integer(0) }[0]
  }
}
