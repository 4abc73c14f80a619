internal import CPostgreSQL
import CausewayJOSE
import Foundation
import OnsideMerchant

/// A connection to PostgreSQL, and its prepared statements. One thread at a time uses it, and waits for it.
final class PostgreSQLConnection {
  private let handle: OpaquePointer
  private let string: ConnectionString
  /// Names of prepared statements, by their SQL. The program's SQL is fixed, so there are only so many.
  private var statements: [String: String] = [:]
  /// Until when it waits for answers.
  var deadline: LedgerDeadline
  /// A statement was not answered in time, and its answer can still come.
  private var isGivenUp = false

  /// Connects once.
  init(
    _ string: ConnectionString, until deadline: LedgerDeadline = LedgerDeadline(after: nil)
  ) throws(PostgreSQLFailure) {
    // Libpq prepares OpenSSL too.
    SignatureLibrary.prepare()
    guard let handle = string.withParameters(deadline.remaining, { PQconnectdbParams($0, $1, 1) }) else {
      throw PostgreSQLFailure(kind: .lasting, ledgerError: .unavailable(reason: "no memory"))
    }
    self.handle = handle
    self.string = string
    self.deadline = deadline
    // libpq would print what the server remarks.
    _ = PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard PQstatus(handle) == CONNECTION_OK else {
      let reason = string.redacted(String(cString: PQerrorMessage(handle)))
      let isPassword = PQconnectionNeedsPassword(handle) == 1 || PQconnectionUsedPassword(handle) == 1
      throw PostgreSQLFailure(
        kind: .lost, ledgerError: isPassword ? .notAllowed(reason: reason) : .unavailable(reason: reason))
    }
    PQsetnonblocking(handle, 1)
    try run(Self.settings)
  }

  deinit { PQfinish(handle) }

  /// A transaction that hangs must not keep its locks, and what was committed must be on the disk. Everything is looked
  /// up by a key: a plan that was made while a table was small would read all of it later.
  private static let settings = """
    SET client_min_messages = warning;
    SET default_transaction_isolation = 'read committed';
    SET statement_timeout = '30s';
    SET idle_in_transaction_session_timeout = '30s';
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
    """

  /// Whether a server is there that takes connections, whoever may use it.
  static func answers(_ string: ConnectionString, until deadline: LedgerDeadline) -> Bool {
    SignatureLibrary.prepare()
    return string.withParameters(deadline.remaining) { PQpingParams($0, $1, 1) } == PQPING_OK
  }

  /// Whether it can still be used.
  var isOpen: Bool { !isGivenUp && PQstatus(handle) == CONNECTION_OK }

  /// Runs a script without values.
  func run(_ script: String) throws(PostgreSQLFailure) {
    _ = try answer(PQsendQuery(handle, script))
  }

  /// Runs one statement, prepared at its first use, with a text for each `$1` in it.
  @discardableResult
  func query(_ sql: String, _ values: String?...) throws(PostgreSQLFailure) -> PostgreSQLResult {
    let name = try prepared(sql)
    let texts = values.map { $0.map { strdup($0) } }
    defer { for text in texts { free(text ?? nil) } }
    let pointers = texts.map { $0.map { UnsafePointer<CChar>($0) } ?? nil }
    return try answer(PQsendQueryPrepared(handle, name, Int32(values.count), pointers, nil, nil, 0))
  }

  private func prepared(_ sql: String) throws(PostgreSQLFailure) -> String {
    if let name = statements[sql] { return name }
    let name = "ledger_\(statements.count)"
    _ = try answer(PQsendPrepare(handle, name, sql, 0, nil))
    statements[sql] = name
    return name
  }

  /// Waits for the answer to what was given to libpq; of several the last, which is the first error if there is one.
  ///
  /// - Parameter isTaken: 1 if libpq took it.
  private func answer(_ isTaken: Int32) throws(PostgreSQLFailure) -> PostgreSQLResult {
    var result: PostgreSQLResult?
    if isTaken == 1 {
      try flush()
      while let next = try nextResult() { result = next }
    }
    guard let result, result.isSuccess else {
      let state = result?.field(causeway_pg_sqlstate) ?? ""
      // Without a state the words are libpq's own, about the connection.
      let message = state.isEmpty ? String(cString: PQerrorMessage(handle)) : result?.field(causeway_pg_message)
      let failure = PostgreSQLFailure(state: state, message: string.redacted(message ?? "it says nothing"))
      throw isOpen ? failure : PostgreSQLFailure(kind: .lost, ledgerError: failure.ledgerError)
    }
    return result
  }

  /// Sends all of what libpq has taken. What the server says meanwhile is read, as it may wait for that.
  private func flush() throws(PostgreSQLFailure) {
    // If it fails, the answer says why.
    while PQflush(handle) == 1 {
      try wait(for: POLLIN | POLLOUT)
      guard PQconsumeInput(handle) == 1 else { return }
    }
  }

  /// The next result of what was sent; nil after the last.
  private func nextResult() throws(PostgreSQLFailure) -> PostgreSQLResult? {
    while PQisBusy(handle) == 1 {
      try wait(for: POLLIN)
      // If that fails, the result says why.
      guard PQconsumeInput(handle) == 1 else { break }
    }
    return PQgetResult(handle).map { PostgreSQLResult($0) }
  }

  /// Waits until the server can be read from or written to, which also is when the connection ends.
  private func wait(for events: Int32) throws(PostgreSQLFailure) {
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    // libpq has closed it, and says so when it is asked for the result.
    guard descriptor.fd >= 0 else { return }
    while true {
      let remaining = deadline.remaining.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) }
      let count = poll(&descriptor, 1, remaining ?? -1)
      if count > 0 { return }
      if count < 0, errno == EINTR { continue }
      isGivenUp = true
      throw PostgreSQLFailure(kind: .lost, ledgerError: .unavailable(reason: "PostgreSQL does not answer"))
    }
  }
}

/// What a statement answered.
final class PostgreSQLResult {
  private let pointer: OpaquePointer?

  init(_ pointer: OpaquePointer?) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var isSuccess: Bool { [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(pointer)) }

  /// How many rows it has.
  var count: Int { Int(PQntuples(pointer)) }

  /// A value as text, or nil for null.
  func text(_ row: Int, _ column: Int) -> String? {
    guard PQgetisnull(pointer, Int32(row), Int32(column)) == 0 else { return nil }
    return String(cString: PQgetvalue(pointer, Int32(row), Int32(column)))
  }

  /// A part of an error, by libpq's number for it.
  func field(_ code: Int32) -> String? { PQresultErrorField(pointer, code).map { String(cString: $0) } }
}
