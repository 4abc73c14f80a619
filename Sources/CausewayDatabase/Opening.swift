import Foundation

/// The procedure that creates, checks, migrates and opens a database file.
struct Opening {
  let files: DatabaseFiles
  let definition: DatabaseDefinition
  let check: DatabaseCheck
  let foreignFile: ForeignFilePolicy

  /// Opens the database, and returns a connection to it.
  /// - Throws: `DatabaseError`. A file for which this throws `damaged` has not been moved aside yet.
  func open() throws(DatabaseError) -> Connection {
    try files.checkKind()
    try checkIsOwn()
    try files.removeUnfinished()
    if files.size(files.main) == nil {
      guard files.size(files.main + "-wal") == nil else {
        throw damaged("the file is missing, and only its write-ahead log is left")
      }
      try make()
    }
    try checkHeader()
    let connection = try Connection(files.main, create: false)
    do throws(DatabaseError) {
      guard !connection.isReadOnly else { throw .readOnly(path: files.main) }
      connection.keepsLog(hasLog)
      try connection.run(Self.settings)
      try check(connection)
      try migrate(connection)
      connection.keepsLog(false)
      try truncateLog(connection)
      return connection
    } catch {
      connection.close()
      throw error
    }
  }

  /// Throws `foreign` if the file is of another kind and must be refused. Changes nothing.
  func checkIsOwn() throws(DatabaseError) {
    guard foreignFile == .refuse else { return }
    try files.checkKind()
    guard let reason = try definition.difference(of: files) else { return }
    // A power failure can spoil the header while the log's transactions are moved into the file. SQLite repairs it from the
    // log.
    let log = LogHeader(of: files.main + "-wal")
    if let log, let size = files.size(files.main), log.repairs(fileOf: size, definition.applicationID),
      try DatabaseHeader(of: files.main).fault != nil
    {
      return
    }
    throw .foreign(path: files.main, reason: reason)
  }

  /// The settings of the connection. `locking_mode` comes first, so that SQLite needs no shared memory for the log. The
  /// cache has up to 64 MiB, because identifiers are random, so that each row is on other pages. The check of a large
  /// file also needs these pages.
  private static let settings = """
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -65536;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA checkpoint_fullfsync = ON;
    PRAGMA journal_mode = WAL;
    """

  /// Creates the database under another name first, so that a process that is killed during the creation leaves no
  /// database without tables. A file of 0 bytes is therefore always damaged.
  private func make() throws(DatabaseError) {
    do throws(DatabaseError) {
      let connection = try Connection(files.unfinished, create: true)
      defer { connection.close() }
      // Only this user may use the file. SQLite gives its log the same mode.
      guard chmod(files.unfinished, 0o600) == 0 else { throw DatabaseError(path: files.main, systemError: errno) }
      try connection.run(Self.settings)
      try connection.transaction { () throws(DatabaseError) in
        try connection.run("PRAGMA application_id = \(definition.applicationID)")
      }
      try migrate(connection, from: 0)
    } catch {
      // Report the error with the path that the caller passed, not with the temporary path.
      try? files.removeUnfinished()  // if this fails, the next opening removes the file
      throw error.renamed(files.main)
    }
    guard files.size(files.unfinished + "-wal") == nil else {
      throw .failed(
        path: files.main,
        reason: "SQLite could not complete the new file, because its write-ahead log remained; open it again")
    }
    try files.publishUnfinished()
  }

  /// Whether the log holds transactions that the database file may not contain yet.
  private var hasLog: Bool { (files.size(files.main + "-wal") ?? 0) > 0 }

  private func checkHeader() throws(DatabaseError) {
    let header = try DatabaseHeader(of: files.main)
    guard !header.isEmpty else { throw damaged("it is empty") }
    if header.applicationID == definition.applicationID, let version = header.version { try checkNotNewer(version) }
    // If the log holds transactions, SQLite repairs a half-written header from the log.
    if !hasLog, let fault = header.fault { throw damaged(fault) }
  }

  private func check(_ connection: Connection) throws(DatabaseError) {
    guard try number("application_id", connection) == definition.applicationID else {
      throw damaged("it is another application's database")
    }
    let version = try number("user_version", connection)
    try checkNotNewer(version)
    guard version > 0 else { throw damaged("it has no format version") }
    let findings = try connection.query(check.sql) { row throws(DatabaseError) in try row.text(0) }
    guard findings == ["ok"] else { throw damaged(findings.first ?? "SQLite could not check it") }
    guard try Schema(of: connection).contains(Schema(of: definition, version: version)) else {
      throw damaged("a table is missing or different")
    }
  }

  private func migrate(_ connection: Connection) throws(DatabaseError) {
    try migrate(connection, from: try number("user_version", connection))
  }

  private func migrate(_ connection: Connection, from version: Int) throws(DatabaseError) {
    for (index, migration) in definition.migrations.enumerated().dropFirst(version) {
      try connection.transaction { () throws(DatabaseError) in
        try connection.run(migration)
        try connection.run("PRAGMA user_version = \(index + 1)")
      }
    }
  }

  /// Moves the transactions of earlier runs from the log into the database file, so that losing the log does not lose
  /// them.
  private func truncateLog(_ connection: Connection) throws(DatabaseError) {
    do {
      try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    } catch .full {
      // The disk is full. The transactions stay in the log, from which they can be read.
    }
  }

  private func checkNotNewer(_ version: Int) throws(DatabaseError) {
    guard version <= definition.migrations.count else {
      throw .newer(path: files.main, version: version, supported: definition.migrations.count)
    }
  }

  private func number(_ pragma: String, _ connection: Connection) throws(DatabaseError) -> Int {
    let values = try connection.query("PRAGMA \(pragma)") { row throws(DatabaseError) in Int(try row.integer(0)) }
    guard let value = values.first else { throw damaged("SQLite reports no \(pragma)") }
    return value
  }

  private func damaged(_ reason: String) -> DatabaseError {
    .damaged(path: files.main, reason: reason, movedTo: nil)
  }
}
