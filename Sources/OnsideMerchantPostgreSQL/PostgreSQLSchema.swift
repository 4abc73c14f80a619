import OnsideMerchant

/// The ledger's tables in PostgreSQL, in the schema that is first in the connection's `search_path`.
enum PostgreSQLSchema {
  /// A step from one version of the tables to the next one.
  struct Migration {
    /// The SQL that creates or changes tables. It can run again after an interrupted migration.
    var script = ""
    /// The indexes of large tables that exist already, by name, as `TABLE (COLUMNS)`. They are built without a lock that
    /// the running servers would wait for.
    var indexes: [(name: String, definition: String)] = []
  }

  /// The steps from an empty database to the current version. A database's version is the number of steps that it has
  /// taken, so never change a released step.
  static let migrations = [
    // Times are microseconds since 1970, because a `timestamptz` can be compared with Swift's times only after
    // rounding.
    Migration(
      script: """
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
        """),
    // For pruning: without this index, the whole table would be searched for each removed statement.
    Migration(indexes: [("onside_ledger_evidence_statement", "onside_ledger_evidence (statement)")]),
    // The checks of the orders that earlier versions granted get the time 0 without a new copy of the table: the sweep
    // schedules them, see CheckSchedule.
    Migration(
      script: """
        ALTER TABLE onside_ledger_order ADD COLUMN IF NOT EXISTS check_at bigint DEFAULT 0,
          ADD COLUMN IF NOT EXISTS check_failures bigint NOT NULL DEFAULT 0;
        CREATE TABLE IF NOT EXISTS onside_ledger_outbox (
          order_id uuid PRIMARY KEY, event_id uuid NOT NULL, bundle_id text NOT NULL, created_at bigint NOT NULL,
          attempts bigint NOT NULL, due_at bigint NOT NULL
        );
        CREATE INDEX IF NOT EXISTS onside_ledger_outbox_due ON onside_ledger_outbox (bundle_id, due_at);
        CREATE INDEX IF NOT EXISTS onside_ledger_outbox_age ON onside_ledger_outbox (bundle_id, created_at);
        CREATE TABLE IF NOT EXISTS onside_ledger_setting (name text PRIMARY KEY, value bigint NOT NULL);
        """,
      indexes: [
        ("onside_ledger_order_check", "onside_ledger_order (bundle_id, check_at) WHERE check_at IS NOT NULL")
      ]),
  ]

  /// Returns the version of the tables; 0 if there are none.
  static func version(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Int {
    let table = try connection.query("SELECT to_regclass('onside_ledger_version')")
    guard table.text(0, 0) != nil else { return 0 }
    guard let version = try recorded(connection) else {
      throw PostgreSQLFailure(kind: .lasting, ledgerError: .damaged(reason: "its tables have no format version"))
    }
    return version
  }

  /// Returns the recorded version; nil if there is none.
  static func recorded(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Int? {
    let row = try connection.query("SELECT max(version) FROM onside_ledger_version")
    guard let version = row.text(0, 0).flatMap({ Int($0) }) else { return nil }
    guard version <= migrations.count else {
      throw PostgreSQLFailure(
        kind: .lasting, ledgerError: .newer(version: version, supported: migrations.count))
    }
    return version
  }
}
