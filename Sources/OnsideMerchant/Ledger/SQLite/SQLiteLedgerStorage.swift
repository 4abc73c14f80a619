import CausewayDatabase
import Foundation

/// The ledger's tables in SQLite.
package final class SQLiteLedgerStorage: LedgerStorage {
  /// False, because only this process can open the file, and the ledger has only one worker.
  package static let isShared = false

  let database: Database
  /// The backup that is being made; nil for none.
  private var backup: DatabaseBackup?

  /// - Parameter checksIndexes: Whether to compare each index with its table, which takes minutes for a large ledger.
  package init(_ file: URL, checksIndexes: Bool = false) throws(LedgerError) {
    try Self.checkNothingIsSetAside(file)
    do {
      database = try Database(
        file: file, definition: Self.definition, check: checksIndexes ? .complete : .quick, foreignFile: .refuse)
      // Make a checkpoint after every 32 MiB, because orders do not arrive in the order of their identifiers: with a
      // checkpoint after every 4 MiB, most pages would be written into the file because of a single order. Commits do not
      // need a checkpoint, because the log makes them durable.
      try database.execute("PRAGMA wal_autocheckpoint = 8192")
    } catch {
      throw error.ledgerError
    }
  }

  /// Makes changes become events from now on.
  func startRecordingEvents() throws(LedgerError) {
    do throws(DatabaseError) {
      if try !recordsEvents() { try setRecordsEvents(true) }
    } catch {
      throw error.ledgerError
    }
  }

  /// Throws if a damaged file was set aside. A new file would grant every order again, so the publisher must first move
  /// the damaged file away.
  private static func checkNothingIsSetAside(_ file: URL) throws(LedgerError) {
    let (folder, name) = (file.deletingLastPathComponent(), file.lastPathComponent)
    guard !FileManager.default.fileExists(atPath: file.path),
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path),  // a missing folder holds no file
      let kept = names.filter({ $0.hasPrefix(name + ".damaged-") }).min()
    else { return }
    throw .damaged(
      reason: "\(file.path) was moved aside as \(kept), and no new ledger is created while that file exists")
  }

  /// The database's tables and their migrations.
  package static let definition = DatabaseDefinition(
    applicationID: 0x4F6C_6467,  // "Oldg"
    migrations: [
      // Times are microseconds since 1970. Identifiers are the 16 bytes of a UUID.
      """
      CREATE TABLE owner (original_order_id BLOB PRIMARY KEY, customer TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE entitled_order (
        order_id BLOB PRIMARY KEY, customer TEXT NOT NULL, original_order_id BLOB NOT NULL, bundle_id TEXT NOT NULL,
        product_id TEXT NOT NULL, product_type TEXT NOT NULL, quantity INTEGER NOT NULL,
        purchased_at INTEGER NOT NULL, fetched_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER,
        grant_request BLOB, granted_at INTEGER, checksum INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX entitled_order_customer ON entitled_order (customer);
      CREATE TABLE statement (
        number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, key_id TEXT, jws TEXT NOT NULL
      ) STRICT;
      CREATE TABLE evidence (
        order_id BLOB NOT NULL, statement INTEGER NOT NULL REFERENCES statement (number), customer TEXT NOT NULL,
        outcome TEXT NOT NULL, decided_at INTEGER NOT NULL, fetched_at INTEGER NOT NULL,
        PRIMARY KEY (order_id, statement, customer)
      ) STRICT, WITHOUT ROWID;
      """,
      // For pruning: without this index, the whole table would be searched for each removed statement.
      "CREATE INDEX evidence_statement ON evidence (statement);",
      // The checks of the orders that earlier versions granted get the time 0, which costs nothing for a large table:
      // the sweep schedules them, see CheckSchedule.
      """
      ALTER TABLE entitled_order ADD COLUMN check_at INTEGER DEFAULT 0;
      ALTER TABLE entitled_order ADD COLUMN check_failures INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX entitled_order_check ON entitled_order (bundle_id, check_at) WHERE check_at IS NOT NULL;
      CREATE TABLE outbox (
        order_id BLOB PRIMARY KEY, event_id BLOB NOT NULL, bundle_id TEXT NOT NULL, created_at INTEGER NOT NULL,
        attempts INTEGER NOT NULL, due_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX outbox_due ON outbox (bundle_id, due_at);
      CREATE INDEX outbox_age ON outbox (bundle_id, created_at);
      CREATE TABLE setting (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      """,
    ])

  package func reading<Value>(
    until deadline: LedgerDeadline, _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    try body()
  }

  package func transaction<Value>(
    until deadline: LedgerDeadline, _ body: () throws(DatabaseError) -> Value
  ) throws(DatabaseError) -> Value {
    try database.transaction(body)
  }

  /// Ignores `locksRows`, because no other process can open the file.
  package func snapshot(of batch: LedgerBatch, locksRows: Bool) throws(DatabaseError) -> LedgerSnapshot {
    var snapshot = LedgerSnapshot()
    for id in batch.originals {
      let owners = try database.query("SELECT customer FROM owner WHERE original_order_id = ?", .uuid(id)) {
        row throws(DatabaseError) in try row.text(0)
      }
      snapshot.owners[id] = owners.first.map(ExactText.init)
    }
    for id in batch.orders {
      let orders = try database.query(Self.selectOrder, .uuid(id), row: Self.order)
      snapshot.orders[id] = orders.first
    }
    for key in batch.evidence {
      let found = try database.query(
        """
        SELECT 1 FROM statement JOIN evidence ON evidence.statement = statement.number
        WHERE statement.digest = ? AND evidence.order_id = ? AND evidence.customer = ?
        """, .blob(key.digest), .uuid(key.orderID), .text(key.customer.text)
      ) { row throws(DatabaseError) in try row.integer(0) }
      if !found.isEmpty { snapshot.evidence.insert(key) }
    }
    snapshot.recordsEvents = try recordsEvents()
    return snapshot
  }

  package func claim(_ owners: [UUID: ExactText]) throws(DatabaseError) {
    for (id, customer) in owners {
      try database.execute(
        "INSERT INTO owner (original_order_id, customer) VALUES (?, ?) ON CONFLICT DO NOTHING", .uuid(id),
        .text(customer.text))
    }
  }

  package func write(_ changes: LedgerChanges) throws(DatabaseError) {
    for order in changes.newOrders.values { try put(order) }
    for order in changes.changedOrders.values { try put(order) }
    for document in changes.documents {
      try database.execute(
        "INSERT INTO statement (digest, key_id, jws) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", .blob(document.digest),
        DatabaseValue(document.keyID), .text(document.jws))
    }
    for evidence in changes.evidence.values {
      try database.execute(
        """
        INSERT INTO evidence (order_id, statement, customer, outcome, decided_at, fetched_at)
        VALUES (?, (SELECT number FROM statement WHERE digest = ?), ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET outcome = excluded.outcome, decided_at = excluded.decided_at
          WHERE excluded.outcome = 'granted' AND evidence.outcome <> 'granted'
        """, .uuid(evidence.key.orderID), .blob(evidence.key.digest), .text(evidence.key.customer.text),
        .text(evidence.outcome.rawValue), .time(evidence.date), .time(evidence.fetchedAt))
    }
    try put(Array(changes.events.values))
  }

  private func put(_ order: LedgerOrder) throws(DatabaseError) {
    let values = Self.values(order)
    try database.execute(
      Self.insertOrder,
      values + [.integer(Self.checksum(values)), .time(order.checkAt), .integer(order.checkFailures)])
  }

  package func storedOrders(_ orders: [UUID]) throws(DatabaseError) -> Set<UUID> {
    var stored: Set<UUID> = []
    for id in orders {
      let found = try database.query("SELECT 1 FROM entitled_order WHERE order_id = ? AND customer <> ''", .uuid(id)) {
        row throws(DatabaseError) in try row.integer(0)
      }
      if !found.isEmpty { stored.insert(id) }
    }
    return stored
  }

  package func orderCount(atMost limit: Int) throws(DatabaseError) -> Int {
    let counts = try database.query(
      "SELECT count(*) FROM (SELECT 1 FROM entitled_order LIMIT ?)", .integer(Int64(limit))
    ) { row throws(DatabaseError) in Int(try row.integer(0)) }
    return counts.first ?? 0
  }

  package func orders(of customer: String) throws(DatabaseError) -> [LedgerOrder] {
    try database.query(Self.selectOrdersOfCustomer, .text(customer), row: Self.order)
  }

  package func evidence(of order: UUID) throws(DatabaseError) -> [LedgerEvidence] {
    try database.query(
      """
      SELECT evidence.customer, outcome, decided_at, fetched_at, key_id, digest, jws
      FROM evidence JOIN statement ON statement.number = evidence.statement WHERE order_id = ?
      ORDER BY decided_at, statement.number, evidence.customer
      """, .uuid(order)
    ) { row throws(DatabaseError) in
      guard let outcome = LedgerDecision.Outcome(rawValue: try row.text(1)) else {
        throw row.damaged("a decision about order \(order) is not valid")
      }
      return LedgerEvidence(
        orderID: order, customer: try row.text(0), outcome: outcome, date: try row.time(2).date,
        fetchedAt: try row.time(3).date, keyID: try row.textOrNil(4), digest: try row.blob(5), jws: try row.text(6))
    }
  }

  // MARK: Backup

  /// The number of pages that are copied at once, so that other calls need not wait long: 8 MiB.
  private static let backupPages = 2_048

  func beginBackup(to file: URL) throws(DatabaseError) {
    guard backup == nil else {
      throw .failed(path: file.path, reason: "another backup is being made; wait for its end")
    }
    backup = try database.backup(to: file)
  }

  /// Copies some pages.
  ///
  /// - Returns: the size of the copy, in bytes, if it is complete; nil if this method must be called again.
  func continueBackup() throws(DatabaseError) -> Int? {
    guard let backup else { throw .failed(path: "", reason: "no backup was begun") }
    do throws(DatabaseError) {
      guard let size = try backup.copy(pages: Self.backupPages) else { return nil }
      self.backup = nil
      return size
    } catch {
      self.backup = nil
      throw error
    }
  }

  /// Ends a backup that cannot be completed, and removes its file.
  func endBackup() { backup = nil }

  package func close() {
    backup = nil
    database.close()
  }
}
