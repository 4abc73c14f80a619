import OnsideMerchant

/// The ledger's tables in PostgreSQL, in the schema that is first in the connection's `search_path`.
enum PostgreSQLSchema {
  /// The SQL that creates the tables, followed by one script for each later version. A database's version is the number
  /// of scripts that it has run, so never change a released script.
  static let migrations = [
    // Times are microseconds since 1970, because a `timestamptz` can be compared with Swift's times only after
    // rounding.
    """
    CREATE TABLE onside_ledger_owner (original_order_id uuid PRIMARY KEY, customer text NOT NULL);
    CREATE TABLE onside_ledger_order (
      order_id uuid PRIMARY KEY, customer text NOT NULL, original_order_id uuid NOT NULL, bundle_id text NOT NULL,
      product_id text NOT NULL, product_type text NOT NULL, quantity bigint NOT NULL, purchased_at bigint NOT NULL,
      fetched_at bigint NOT NULL, expires_at bigint, revoked_at bigint, grant_request uuid, granted_at bigint
    );
    CREATE INDEX onside_ledger_order_customer ON onside_ledger_order (customer);
    CREATE TABLE onside_ledger_statement (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, digest bytea NOT NULL UNIQUE, key_id text,
      jws text NOT NULL
    );
    -- Compression does not make a signed text smaller.
    ALTER TABLE onside_ledger_statement ALTER COLUMN jws SET STORAGE EXTERNAL;
    CREATE TABLE onside_ledger_evidence (
      order_id uuid NOT NULL, statement bigint NOT NULL REFERENCES onside_ledger_statement (number),
      customer text NOT NULL, outcome text NOT NULL, decided_at bigint NOT NULL, fetched_at bigint NOT NULL,
      PRIMARY KEY (order_id, statement, customer)
    );
    """,
    // For pruning: without this index, the whole table would be searched for each removed statement.
    "CREATE INDEX onside_ledger_evidence_statement ON onside_ledger_evidence (statement);",
    // The checks of the orders that earlier versions granted get the time 0 without a new copy of the table: the sweep
    // schedules them, see CheckSchedule.
    """
    ALTER TABLE onside_ledger_order ADD COLUMN check_at bigint DEFAULT 0,
      ADD COLUMN check_failures bigint NOT NULL DEFAULT 0;
    CREATE INDEX onside_ledger_order_check ON onside_ledger_order (bundle_id, check_at) WHERE check_at IS NOT NULL;
    CREATE TABLE onside_ledger_outbox (
      order_id uuid PRIMARY KEY, event_id uuid NOT NULL, bundle_id text NOT NULL, created_at bigint NOT NULL,
      attempts bigint NOT NULL, due_at bigint NOT NULL
    );
    CREATE INDEX onside_ledger_outbox_due ON onside_ledger_outbox (bundle_id, due_at);
    CREATE INDEX onside_ledger_outbox_age ON onside_ledger_outbox (bundle_id, created_at);
    CREATE TABLE onside_ledger_setting (name text PRIMARY KEY, value bigint NOT NULL);
    """,
  ]

  /// The key of the advisory lock that makes servers migrate one after another if they start at the same time.
  private static let lock = 7_813_285_107_422_981

  /// Creates the tables, or migrates them to the current version.
  ///
  /// - Throws: `newer` if a newer version made the tables. The tables are then unchanged.
  static func prepare(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    guard try version(connection) != migrations.count else { return }
    let deadline = connection.deadline
    defer { connection.deadline = deadline }
    // The migration of a large table, or the wait for another server's migration, can take longer than the timeout of a
    // call.
    connection.deadline = LedgerDeadline(after: .seconds(600))
    try connection.run("BEGIN")
    do throws(PostgreSQLFailure) {
      try connection.run("SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(\(lock))")
      // Read the version only now, while the lock is held. Do not use `to_regclass`, which could repeat its earlier
      // answer that the table does not exist.
      try connection.run("CREATE TABLE IF NOT EXISTS onside_ledger_version (version integer NOT NULL)")
      for migration in migrations.dropFirst(try recorded(connection) ?? 0) { try connection.run(migration) }
      try connection.run(
        """
        DELETE FROM onside_ledger_version;
        INSERT INTO onside_ledger_version (version) VALUES (\(migrations.count));
        """)
      try connection.run("COMMIT")
    } catch {
      if connection.isOpen { try? connection.run("ROLLBACK") }  // report the first error
      throw error
    }
  }

  /// Returns the version of the tables; 0 if there are none.
  private static func version(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Int {
    let table = try connection.query("SELECT to_regclass('onside_ledger_version')")
    guard table.text(0, 0) != nil else { return 0 }
    guard let version = try recorded(connection) else {
      throw PostgreSQLFailure(kind: .lasting, ledgerError: .damaged(reason: "its tables have no format version"))
    }
    return version
  }

  /// Returns the recorded version; nil if there is none.
  private static func recorded(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Int? {
    let row = try connection.query("SELECT max(version) FROM onside_ledger_version")
    guard let version = row.text(0, 0).flatMap({ Int($0) }) else { return nil }
    guard version <= migrations.count else {
      throw PostgreSQLFailure(
        kind: .lasting, ledgerError: .newer(version: version, supported: migrations.count))
    }
    return version
  }
}
