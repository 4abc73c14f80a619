internal import CPostgreSQL
import CausewayJOSE
import Foundation
import OnsideMerchant

/// A connection to PostgreSQL with its prepared statements. Its calls block, and one thread at a time may use it.
final class PostgreSQLConnection {
  private let handle: OpaquePointer
  private let string: ConnectionString
  /// The names of prepared statements, by their SQL. The dictionary stays small, because the program's SQL is fixed.
  private var statements: [String: String] = [:]
  /// The time until which the connection waits for answers.
  var deadline: LedgerDeadline
  /// The statements that the next query sends first.
  private var queue: [PostgreSQLStatement] = []
  /// Whether a statement was not answered in time. Its answer can still arrive, so the connection must not be used
  /// again.
  private var isGivenUp = false

  /// Connects, in a single attempt.
  init(
    _ string: ConnectionString, until deadline: LedgerDeadline = LedgerDeadline(after: nil)
  ) throws(PostgreSQLFailure) {
    // Libpq also initializes OpenSSL, and only the first initialization counts.
    SignatureLibrary.prepare()
    guard let handle = string.withParameters(deadline.remaining, { PQconnectdbParams($0, $1, 1) }) else {
      throw PostgreSQLFailure(kind: .lasting, ledgerError: .unavailable(reason: "no memory"))
    }
    self.handle = handle
    self.string = string
    self.deadline = deadline
    // Ignore the server's notices. Otherwise libpq would print them.
    _ = PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard PQstatus(handle) == CONNECTION_OK else { throw Self.failure(of: handle, string, until: deadline) }
    PQsetnonblocking(handle, 1)
    try run(Self.settings)
  }

  deinit { PQfinish(handle) }

  /// The time after which the server ends a statement.
  static let statementTimeout = "30s"

  /// The settings of every connection. There are timeouts, because a transaction that hangs must not keep its locks.
  /// `synchronous_commit` is never `off`, because a committed transaction must be on disk. Sequential scans, hash joins
  /// and merge joins are off, because every lookup uses a key, and a plan that was made for a small table would read
  /// the whole table even after the table has become large.
  /// Just-in-time compilation is off, because it takes longer than any of these short statements.
  private static let settings = """
    SET client_min_messages = warning;
    SET default_transaction_isolation = 'read committed';
    SET statement_timeout = '\(statementTimeout)';
    SET idle_in_transaction_session_timeout = '30s';
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off;
    SET jit = off;
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
    """

  /// Returns the failure of an attempt to connect.
  private static func failure(
    of attempt: OpaquePointer, _ string: ConnectionString, until deadline: LedgerDeadline
  ) -> PostgreSQLFailure {
    let reason = string.redacted(String(cString: PQerrorMessage(attempt)))
    let lost = PostgreSQLFailure(kind: .lost, ledgerError: .unavailable(reason: reason))
    // The further attempts below would delay the end of the call or of the program.
    guard !deadline.isOver else { return lost }
    // Libpq says whether a server accepts connections, even if it would not accept this user.
    let answers = string.withParameters(deadline.remaining) { PQpingParams($0, $1, 1) } == PQPING_OK
    guard answers, !acceptsReading(string, until: deadline) else { return lost }
    let isPassword = PQconnectionNeedsPassword(attempt) == 1 || PQconnectionUsedPassword(attempt) == 1
    return PostgreSQLFailure(
      kind: .refused,
      ledgerError: isPassword
        ? .notAllowed(reason: "\(reason); \(PostgreSQLFailure.accessAdvice)") : .unavailable(reason: reason))
  }

  /// Returns whether a server accepts this user, but perhaps only for reading: in a failover, a standby server does so
  /// until it becomes the primary server.
  private static func acceptsReading(_ string: ConnectionString, until deadline: LedgerDeadline) -> Bool {
    let handle = string.withParameters(deadline.remaining, acceptsReadOnly: true) { PQconnectdbParams($0, $1, 1) }
    defer { PQfinish(handle) }
    return PQstatus(handle) == CONNECTION_OK
  }

  /// Whether the connection can still be used.
  var isOpen: Bool { !isGivenUp && PQstatus(handle) == CONNECTION_OK }

  /// Runs a script without parameters, after the queued statements.
  func run(_ script: String) throws(PostgreSQLFailure) {
    if !queue.isEmpty { _ = try query([]) }
    _ = try answer(PQsendQuery(handle, script))
  }

  /// Adds a statement whose result nobody reads. The next query sends it first, so that it needs no wait of its own. If
  /// it fails, that query throws its error.
  func enqueue(_ sql: String, _ values: String?...) {
    queue.append(PostgreSQLStatement(sql, values))
  }

  /// Forgets the statements that wait for the next query.
  func removeQueue() { queue = [] }

  /// Runs one statement with a text for each parameter such as `$1`. The first use of a statement prepares it.
  @discardableResult
  func query(_ sql: String, _ values: String?...) throws(PostgreSQLFailure) -> PostgreSQLResult {
    try query([PostgreSQLStatement(sql, values)])[0]
  }

  /// Runs several statements in one exchange with the server, and returns their results. If a statement fails, the
  /// server skips those after it.
  func query(_ statements: [PostgreSQLStatement]) throws(PostgreSQLFailure) -> [PostgreSQLResult] {
    let all = queue + statements
    queue = []
    var names: [String] = []
    for statement in all { names.append(try prepared(statement.sql)) }
    guard PQenterPipelineMode(handle) == 1 else { throw failure(nil) }
    defer { _ = PQexitPipelineMode(handle) }  // has no effect if the connection is lost
    for (statement, name) in zip(all, names) {
      guard send(statement, name) == 1 else { throw giveUp() }
    }
    guard PQpipelineSync(handle) == 1 else { throw giveUp() }
    try flush()
    var results: [PostgreSQLResult?] = []
    for _ in all { results.append(try lastResult()) }
    _ = try lastResult()  // the end of the pipeline
    var successes: [PostgreSQLResult] = []
    for result in results {
      guard let result, result.isSuccess else { throw failure(result) }
      successes.append(result)
    }
    return successes.suffix(statements.count)
  }

  private func send(_ statement: PostgreSQLStatement, _ name: String) -> Int32 {
    let texts = statement.values.map { $0.map { strdup($0) } }
    defer { for text in texts { free(text ?? nil) } }
    let pointers = texts.map { $0.map { UnsafePointer<CChar>($0) } ?? nil }
    return PQsendQueryPrepared(handle, name, Int32(pointers.count), pointers, nil, nil, 0)
  }

  /// Returns the error for a pipeline that cannot be sent as a whole. The connection must not be used again, because
  /// the server may have got a part of the pipeline.
  private func giveUp() -> PostgreSQLFailure {
    isGivenUp = true
    return failure(nil)
  }

  private func prepared(_ sql: String) throws(PostgreSQLFailure) -> String {
    if let name = statements[sql] { return name }
    let name = "ledger_\(statements.count)"
    _ = try answer(PQsendPrepare(handle, name, sql, 0, nil))
    statements[sql] = name
    return name
  }

  /// Waits for the results of a command and returns the last one. The server stops at the first error, so an error is
  /// always the last result.
  ///
  /// - Parameter isTaken: 1 if libpq has accepted the command.
  private func answer(_ isTaken: Int32) throws(PostgreSQLFailure) -> PostgreSQLResult {
    var result: PostgreSQLResult?
    if isTaken == 1 {
      try flush()
      result = try lastResult()
    }
    guard let result, result.isSuccess else { throw failure(result) }
    return result
  }

  /// Returns the failure for a result that is missing or not a success.
  private func failure(_ result: PostgreSQLResult?) -> PostgreSQLFailure {
    let state = result?.field(causeway_pg_sqlstate) ?? ""
    // Without an SQLSTATE, the message is libpq's own and describes the connection.
    let message = state.isEmpty ? String(cString: PQerrorMessage(handle)) : result?.field(causeway_pg_message)
    let failure = PostgreSQLFailure(state: state, message: string.redacted(message ?? "no message"))
    return isOpen ? failure : PostgreSQLFailure(kind: .lost, ledgerError: failure.ledgerError)
  }

  /// Sends all data in libpq's buffer. Also reads the server's data, because the server may wait until that data is
  /// read.
  private func flush() throws(PostgreSQLFailure) {
    // If flushing fails, stop, because the command's result contains the reason.
    while PQflush(handle) == 1 {
      try wait(for: POLLIN | POLLOUT)
      guard PQconsumeInput(handle) == 1 else { return }
    }
  }

  /// Returns the last result of the command; nil if there is none.
  private func lastResult() throws(PostgreSQLFailure) -> PostgreSQLResult? {
    var result: PostgreSQLResult?
    while let next = try nextResult() { result = next }
    return result
  }

  /// Returns the next result of the command; nil after the last one.
  private func nextResult() throws(PostgreSQLFailure) -> PostgreSQLResult? {
    while PQisBusy(handle) == 1 {
      try wait(for: POLLIN)
      // If reading fails, stop, because the result contains the reason.
      guard PQconsumeInput(handle) == 1 else { break }
    }
    return PQgetResult(handle).map { PostgreSQLResult($0) }
  }

  /// Waits until the socket can be read or written. A connection that ends counts as both.
  private func wait(for events: Int32) throws(PostgreSQLFailure) {
    var descriptor = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    // Do not wait if libpq has closed the socket. The command's result contains the reason.
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

/// A statement with a text for each parameter such as `$1`.
struct PostgreSQLStatement {
  let sql: String
  let values: [String?]

  init(_ sql: String, _ values: String?...) { self.init(sql, values) }

  init(_ sql: String, _ values: [String?]) {
    self.sql = sql
    self.values = values
  }
}

/// The result of a statement.
final class PostgreSQLResult {
  private let pointer: OpaquePointer?

  init(_ pointer: OpaquePointer?) { self.pointer = pointer }

  deinit { PQclear(pointer) }

  var isSuccess: Bool { [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(pointer)) }

  /// The number of rows.
  var count: Int { Int(PQntuples(pointer)) }

  /// Returns a value as text; nil for null.
  func text(_ row: Int, _ column: Int) -> String? {
    guard PQgetisnull(pointer, Int32(row), Int32(column)) == 0 else { return nil }
    return String(cString: PQgetvalue(pointer, Int32(row), Int32(column)))
  }

  /// Returns the field of an error with this libpq code; nil if the result has no such field.
  func field(_ code: Int32) -> String? { PQresultErrorField(pointer, code).map { String(cString: $0) } }
}
