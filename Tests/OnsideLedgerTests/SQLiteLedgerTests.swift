import CausewayDatabase
import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

#if os(Linux)
import SQLiteTestSupport
#endif

@Suite("The ledger's file") struct SQLiteLedgerTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID())")
  private var file: URL { folder.appendingPathComponent("ledger.sqlite") }

  @Test("A file that is open elsewhere is refused")
  func inUse() async throws {
    defer { remove() }
    let ledger = try SQLiteLedger(file: file)
    #expect {
      _ = try SQLiteLedger(file: file)
    } throws: { error in
      guard case LedgerError.unavailable(let reason) = error else { return false }
      return reason.contains("open in another process")
    }
    await ledger.close()
  }

  #if os(Linux)
  @Test("With an SQLite that keeps the log by default, as Apple's does, the ledger can be reopened and leaves no log")
  func persistentLog() async throws {
    defer { remove() }
    PersistentLog.becomesTheDefault()
    for _ in 0..<2 {
      await (try SQLiteLedger(file: file)).close()
      #expect(!FileManager.default.fileExists(atPath: file.path + "-wal"))
    }
  }
  #endif

  @Test("A file of a newer version is refused, and stays unchanged")
  func newer() async throws {
    defer { remove() }
    await (try SQLiteLedger(file: file)).close()
    try change("PRAGMA user_version = 9")
    let before = try Data(contentsOf: file)
    #expect(throws: LedgerError.newer(version: 9, supported: 3)) { _ = try SQLiteLedger(file: file) }
    #expect(try Data(contentsOf: file) == before)
  }

  @Test("After a damaged file was set aside, no new file is created automatically")
  func setAside() async throws {
    defer { remove() }
    await (try SQLiteLedger(file: file)).close()
    try damagePages()
    for _ in 0..<3 {
      #expect {
        _ = try SQLiteLedger(file: file)
      } throws: { error in
        guard case LedgerError.damaged = error else { return false }
        return "\(error)".contains(".damaged-")
      }
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.contains(".damaged-") {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    await (try SQLiteLedger(file: file)).close()
  }

  enum ForeignFile: CaseIterable {
    case database, text, gzip, empty, zeros
  }

  @Test("A file that is not a ledger is refused, and is neither changed nor renamed", arguments: ForeignFile.allCases)
  func foreign(_ kind: ForeignFile) throws {
    defer { remove() }
    let bytes = try bytes(of: kind)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try bytes.write(to: file)
    for names in [["ledger.sqlite"], ["ledger.sqlite", "ledger.sqlite.lock"]] {
      // A ledger may have been at this path before.
      if names.count == 2 { try Data().write(to: folder.appendingPathComponent("ledger.sqlite.lock")) }
      let error = #expect(throws: LedgerError.self) { _ = try SQLiteLedger(file: file) }
      guard case .failed(let reason)? = error else {
        Issue.record("The error is \(String(describing: error))")
        continue
      }
      #expect(reason.contains("ledger.sqlite is not a ledger"), "\(reason)")
      #expect(reason.contains("a database of another program") == (kind == .database), "\(reason)")
      #expect(try Data(contentsOf: file) == bytes)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
    }
  }

  private func bytes(of kind: ForeignFile) throws -> Data {
    switch kind {
    case .database: try foreignDatabase()
    case .text: Data("{\"ledger\": {\"file\": \"ledger.sqlite\"}}\n".utf8)
    case .gzip: Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]) + Data(repeating: 0xa5, count: 200)
    case .empty: Data()
    case .zeros: Data(count: 8_192)
    }
  }

  @Test(
    "A file that is not a ledger is refused beside the log of a ledger too, and stays unchanged",
    arguments: [ForeignFile.database, .text, .gzip, .empty])
  func foreignBesideALog(_ kind: ForeignFile) async throws {
    defer { remove() }
    let bytes = try bytes(of: kind)
    let copy = try await copyOfOpenLedger()
    try bytes.write(to: copy)
    let log = try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal"))
    let error = #expect(throws: LedgerError.self) { _ = try SQLiteLedger(file: copy) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("is not a ledger"))
    #expect(try Data(contentsOf: copy) == bytes)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy.path + "-wal")) == log)
  }

  /// Returns a copy of a ledger with 200 orders as it is on the disk while the ledger is open, or after a power failure:
  /// the orders are in its log.
  private func copyOfOpenLedger() async throws -> URL {
    let copy = folder.appendingPathComponent("copy.sqlite")
    let ledger = try SQLiteLedger(file: file)
    // So many orders need new pages, so the header is in the log too.
    let purchases = (0..<200).map { _ in InAppPurchase(order: UUID(), fetched: 1) }
    _ = try await ledger.record(SignedHistory(purchases), for: "ann")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
    }
    await ledger.close()
    return copy
  }

  @Test("A header that a power failure spoiled is repaired from the log, and the ledger is not refused")
  func spoiledHeader() async throws {
    defer { remove() }
    let copy = try await copyOfOpenLedger()
    var bytes = try Data(contentsOf: copy)
    bytes.replaceSubrange(0..<512, with: Data(count: 512))
    try bytes.write(to: copy)
    let repaired = try SQLiteLedger(file: copy)
    #expect(try await repaired.orderCount(atMost: 999) == 200)
    await repaired.close()
  }

  /// Returns the bytes of a database without an application id, as most programs make it, in the mode without a
  /// write-ahead log.
  private func foreignDatabase() throws -> Data {
    let other = folder.appendingPathComponent("other")
    let definition = DatabaseDefinition(applicationID: 7, migrations: ["CREATE TABLE note (id INTEGER)"])
    try Database(file: other, definition: definition).close()
    var bytes = try Data(contentsOf: other)
    for offset in 18...19 { bytes[offset] = 1 }
    for offset in 68..<72 { bytes[offset] = 0 }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    return bytes
  }

  @Test("An order with a changed bit gives no customer an entitlement")
  func flippedValue() async throws {
    defer { remove() }
    let order = UUID()
    let ledger = try SQLiteLedger(file: file)
    _ = try await ledger.record(SignedHistory([InAppPurchase(order: order)]), for: "ann")
    await ledger.close()
    try change("UPDATE entitled_order SET customer = 'bob'")
    let again = try SQLiteLedger(file: file)
    await #expect(throws: LedgerError.self) { try await again.entitlements(of: "bob", at: InAppPurchase.epoch) }
    await #expect(throws: LedgerError.self) {
      try await again.record(SignedHistory([InAppPurchase(order: order, fetched: 9)]), for: "ann")
    }
    await again.close()
  }

  @Test("The time of a grant in an order without a grant is damage")
  func timeWithoutGrant() async throws {
    defer { remove() }
    let order = UUID()
    let ledger = try SQLiteLedger(file: file)
    let refunded = SignedHistory([InAppPurchase(order: order, revoked: 1)])
    #expect(try await ledger.record(refunded, for: "ann").map(\.outcome) == [.revoked])
    await ledger.close()
    try change("UPDATE entitled_order SET granted_at = 1 WHERE grant_request IS NULL")
    let again = try SQLiteLedger(file: file)
    await #expect(throws: LedgerError.self) { try await again.order(order) }
    await again.close()
  }

  @Test("A call while the ledger is closed returns the decision with the entitlements, or has recorded nothing")
  func closing() async throws {
    defer { remove() }
    let now = InAppPurchase.epoch
    for _ in 0..<20 {
      let ledger = try SQLiteLedger(file: file)
      let orders = (0..<8).map { _ in UUID() }
      let recorded = try await withThrowingTaskGroup(of: UUID?.self) { tasks in
        for order in orders {
          tasks.addTask {
            do {
              let history = SignedHistory([InAppPurchase(order: order)])
              let result = try await ledger.record(history, for: order.uuidString, entitlementsAt: now)
              #expect(result.entitlements.map(\.orderID) == [order])
              return order
            } catch LedgerError.closed {
              return nil
            }
          }
        }
        tasks.addTask {
          await ledger.close()
          return nil
        }
        return try await tasks.reduce(into: Set<UUID>()) { if let order = $1 { $0.insert(order) } }
      }
      let again = try SQLiteLedger(file: file)
      #expect(Set(try await again.newOrders(of: orders)) == Set(orders).subtracting(recorded))
      await again.close()
    }
  }

  @Test("A damaged order stops neither the checks nor the events of the others, and is reported")
  func damagedOrder() async throws {
    defer { remove() }
    let (damaged, whole) = (UUID(), UUID())
    let clock = TestClock()
    let ledger = try SQLiteLedger(file: file, recordsEvents: true, clock: { clock.now })
    _ = try await ledger.record(SignedHistory([damaged, whole].map { InAppPurchase(order: $0) }), for: "ann")
    await ledger.close()
    let id = damaged.uuidString.replacing("-", with: "")
    try change("UPDATE entitled_order SET product_id = 'other' WHERE order_id = x'\(id)'")
    let again = try SQLiteLedger(file: file, clock: { clock.now })
    let app = Set([ExactText("com.example.shop")])
    clock.move(by: 86_400)
    let checks = try await again.takeDueChecks(of: app, limit: 9)
    #expect(checks.checks.map(\.orderID) == [whole] && checks.damaged == [damaged])
    #expect(try await again.takeDueChecks(of: app, limit: 9) == DueChecks(checks: [], damaged: []))
    let events = try await again.takeDueEvents(of: app, limit: 9)
    #expect(events.events.map(\.orderID) == [whole] && events.damaged == [damaged])
    #expect(try await again.takeDueEvents(of: app, limit: 9) == DueEvents(events: [], damaged: []))
    try await again.skipCheck(of: whole)
    try await again.makeAllChecksDue(of: app)
    #expect(try await again.takeDueChecks(of: app, limit: 9).checks.map(\.orderID) == [whole])
    await again.close()
  }

  @Test("An index without some of the rows is found by the complete check, and does not delay the opening of a server")
  func incompleteIndex() async throws {
    defer { remove() }
    let ledger = try SQLiteLedger(file: file)
    _ = try await ledger.record(SignedHistory([InAppPurchase(order: UUID())]), for: "ann")
    await ledger.close()
    // While the schema does not have the index, SQLite changes the table only.
    try change(
      "PRAGMA writable_schema = ON",
      "CREATE TEMP TABLE hidden AS SELECT * FROM sqlite_schema WHERE name = 'evidence_statement'",
      "DELETE FROM sqlite_schema WHERE name = 'evidence_statement'", "PRAGMA writable_schema = RESET",
      "DELETE FROM evidence", "PRAGMA writable_schema = ON", "INSERT INTO sqlite_schema SELECT * FROM hidden",
      "PRAGMA writable_schema = RESET")
    await (try SQLiteLedger(file: file)).close()
    #expect {
      _ = try SQLiteLedger(file: file, checksIndexes: true, clock: { .now })
    } throws: { error in
      guard case LedgerError.damaged = error else { return false }
      return "\(error)".contains("evidence_statement")
    }
  }

  /// Overwrites all pages except the first, which has the header.
  private func damagePages() throws {
    let size = try Data(contentsOf: file).count
    let handle = try FileHandle(forWritingTo: file)
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xee, count: size - 4_096))
    try handle.close()
  }

  private func change(_ statements: String...) throws {
    let database = try Database(file: file, definition: SQLiteLedgerStorage.definition)
    for sql in statements { try database.execute(sql) }
    database.close()
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }  // The folder is temporary.
}
