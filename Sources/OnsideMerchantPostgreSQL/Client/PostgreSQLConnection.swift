internal import CPostgreSQL
import Foundation
import OnsideMerchant

/// A connection to PostgreSQL, and its prepared statements. One thread at a time uses it, and waits for it.
final class PostgreSQLConnection {
  private let handle: OpaquePointer
  private let string: ConnectionString
  /// Names of prepared statements, by their SQL. The program's SQL is fixed, so there are only so many.
  private var statements: [String: String] = [:]

  /// Connects once.
  init(_ string: ConnectionString) throws(PostgreSQLFailure) {
    guard let handle = string.withParameters({ PQconnectdbParams($0, $1, 1) }) else {
      throw PostgreSQLFailure(kind: .lasting, ledgerError: .unavailable(reason: "no memory"))
    }
    self.handle = handle
    self.string = string
    // libpq would print what the server remarks.
    _ = PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard PQstatus(handle) == CONNECTION_OK else {
      let reason = string.redacted(String(cString: PQerrorMessage(handle)))
      let isPassword = PQconnectionNeedsPassword(handle) == 1 || PQconnectionUsedPassword(handle) == 1
      throw PostgreSQLFailure(
        kind: .lost, ledgerError: isPassword ? .notAllowed(reason: reason) : .unavailable(reason: reason))
    }
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
  static func answers(_ string: ConnectionString) -> Bool {
    string.withParameters { PQpingParams($0, $1, 1) } == PQPING_OK
  }

  /// Whether it can still be used.
  var isOpen: Bool { PQstatus(handle) == CONNECTION_OK }

  /// Runs a script without values.
  func run(_ script: String) throws(PostgreSQLFailure) {
    _ = try checked(PQexec(handle, script))
  }

  /// Runs one statement, prepared at its first use, with a text for each `$1` in it.
  @discardableResult
  func query(_ sql: String, _ values: String?...) throws(PostgreSQLFailure) -> PostgreSQLResult {
    let name = try prepared(sql)
    let texts = values.map { $0.map { strdup($0) } }
    defer { for text in texts { free(text ?? nil) } }
    let pointers = texts.map { $0.map { UnsafePointer<CChar>($0) } ?? nil }
    return try checked(PQexecPrepared(handle, name, Int32(values.count), pointers, nil, nil, 0))
  }

  private func prepared(_ sql: String) throws(PostgreSQLFailure) -> String {
    if let name = statements[sql] { return name }
    let name = "ledger_\(statements.count)"
    _ = try checked(PQprepare(handle, name, sql, 0, nil))
    statements[sql] = name
    return name
  }

  private func checked(_ pointer: OpaquePointer?) throws(PostgreSQLFailure) -> PostgreSQLResult {
    let result = PostgreSQLResult(pointer)
    guard result.isSuccess else {
      let state = result.field(causeway_pg_sqlstate) ?? ""
      // Without a state the words are libpq's own, about the connection.
      let message = state.isEmpty ? String(cString: PQerrorMessage(handle)) : result.field(causeway_pg_message)
      let failure = PostgreSQLFailure(state: state, message: string.redacted(message ?? "it says nothing"))
      throw isOpen ? failure : PostgreSQLFailure(kind: .lost, ledgerError: failure.ledgerError)
    }
    return result
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
