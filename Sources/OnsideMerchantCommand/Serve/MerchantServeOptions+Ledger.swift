#if os(Linux)
import CausewayTool
import Foundation
import OnsideMerchant
import OnsideMerchantPostgreSQL

extension MerchantServeOptions.Ledger {
  /// Opens the ledger and runs `work` with it. The ledger is closed when this method returns or throws.
  ///
  /// - Parameter recordsEvents: whether the ledger stores an event for each change.
  @MainActor func open(
    recordsEvents: Bool, log: ServerLog, _ work: @MainActor (any OwnedLedger) async throws -> ExitCode
  ) async throws -> ExitCode {
    switch self {
    case .file(let file):
      return try await use(try SQLiteLedger(file: file, recordsEvents: recordsEvents), log, work)
    case .postgreSQL(let connection, let password):
      return try await use(try await connect(connection, password, recordsEvents, log), log, work)
    case .temporary:
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let file = folder.url.appendingPathComponent("ledger.sqlite")
      return try await use(try SQLiteLedger(file: file, recordsEvents: recordsEvents), log, work)
    }
  }

  /// Connects to the database. Prints a note if that takes longer than a second.
  @MainActor private func connect(
    _ connection: String, _ password: String?, _ recordsEvents: Bool, _ log: ServerLog
  ) async throws -> PostgreSQLLedger {
    let note = Task {
      try await Task.sleep(for: .seconds(1))
      log.write(.warning, .ledgerWaiting, "Waiting for the ledger in PostgreSQL, which does not answer yet")
    }
    defer { note.cancel() }
    return try await PostgreSQLLedger(
      connection: connection, password: password, recordsEvents: recordsEvents, usesServerTime: true,
      clock: { Date() })
  }

  /// Prints the number of the ledger's orders, so that the publisher sees whether it is the right ledger, and runs
  /// `work` with it.
  @MainActor private func use(
    _ ledger: some OwnedLedger, _ log: ServerLog, _ work: @MainActor (any OwnedLedger) async throws -> ExitCode
  ) async throws -> ExitCode {
    let control = (ledger as? SQLiteLedger).flatMap { LedgerControlServer($0, log: log) }
    do {
      let count = try await ledger.orderCount(atMost: Self.mostCounted + 1)
      log.write(isNew(count) ? .warning : .info, .ledgerOpened, "The ledger \(location) \(content(count))")
      let code = try await work(ledger)
      control?.stop()
      await ledger.close()
      return code
    } catch {
      control?.stop()
      await ledger.close()
      throw error
    }
  }

  /// Returns the sizes of the files, in bytes; none for a database.
  var fileSizes: [(kind: String, bytes: Int)] {
    guard case .file(let file) = self else { return [] }
    let kinds = [("database", ""), ("write_ahead_log", "-wal")]
    return kinds.compactMap { kind, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: file.path + suffix)  // nil for no file
      return (attributes?[.size] as? Int).map { (kind, $0) }
    }
  }

  /// The maximum number of orders to count, because counting more would take too long.
  private static var mostCounted: Int { 100_000 }

  /// Whether the ledger may be a wrong one, such as that of a wrong path, with which all orders would be granted again.
  private func isNew(_ count: Int) -> Bool {
    if case .temporary = self { return false }
    return count == 0
  }

  private func content(_ count: Int) -> String {
    switch count {
    case 0: "is new: it has no orders" + (isNew(count) ? "; if it had some before, end the server and restore it" : "")
    case 1: "has 1 order"
    case ...Self.mostCounted: "has \(count) orders"
    default: "has more than \(Self.mostCounted) orders"
    }
  }

  private var location: String {
    switch self {
    case .temporary: "(temporary, deleted when the command ends)"
    case .file(let file): file.path
    case .postgreSQL: "in PostgreSQL"
    }
  }
}
#endif
