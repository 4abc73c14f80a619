import Foundation
import LedgerTestSupport
import OnsideMerchant

#if os(Linux)
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport
#endif

/// The databases with which the tests run.
enum LedgerKind: CaseIterable, Sendable, CustomStringConvertible {
  case sqlite
  #if os(Linux)
  case postgreSQL
  #endif

  var description: String { "\(self == .sqlite ? "SQLite" : "PostgreSQL")" }

  /// Creates an empty database.
  func makePlace() throws -> Place {
    switch self {
    case .sqlite: return .file(FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID())"))
    #if os(Linux)
    case .postgreSQL: return .connection(try PostgreSQLTestServer.shared.get().makeDatabase())
    #endif
    }
  }

  /// The location of a ledger.
  enum Place: Sendable {
    case file(URL)
    case connection(String)

    /// Opens the ledger. By default its clock always shows `InAppPurchase.epoch` plus 10 seconds, the time of all
    /// decisions.
    func open(
      recordsEvents: Bool = false, clock: @escaping @Sendable () -> Date = { InAppPurchase.epoch + 10 }
    ) async throws -> any TestedLedger {
      switch self {
      case .file(let folder):
        return try SQLiteLedger(
          file: folder.appendingPathComponent("ledger.sqlite"), recordsEvents: recordsEvents, clock: clock)
      case .connection(let string):
        #if os(Linux)
        // The timeout is long, because many other tests run at the same time.
        return try await PostgreSQLLedger(
          connection: string, timeout: .seconds(180), recordsEvents: recordsEvents, clock: clock)
        #else
        preconditionFailure("PostgreSQL is not available: \(string)")
        #endif
      }
    }

    /// Removes the folder of a file. The folder of a PostgreSQL server is removed with the server.
    func remove() {
      // A folder that cannot be removed does not affect the tests.
      if case .file(let folder) = self { try? FileManager.default.removeItem(at: folder) }
    }
  }

  /// Opens a ledger in an empty database, runs a test with it, and closes it.
  func withLedger(_ body: (any TestedLedger) async throws -> Void) async throws {
    let place = try makePlace()
    defer { place.remove() }
    let ledger = try await place.open()
    try await body(ledger)
    await ledger.close()
  }
}

/// A ledger that the tests can close.
protocol TestedLedger: OwnedLedger {}

extension SQLiteLedger: TestedLedger {}
#if os(Linux)
extension PostgreSQLLedger: TestedLedger {}
#endif
