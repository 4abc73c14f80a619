import Foundation
import LedgerTestSupport
import OnsideMerchant

#if os(Linux)
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport
#endif

/// The databases that the same tests run over.
enum LedgerKind: CaseIterable, Sendable, CustomStringConvertible {
  case sqlite
  #if os(Linux)
  case postgreSQL
  #endif

  var description: String { "\(self == .sqlite ? "SQLite" : "PostgreSQL")" }

  /// An empty database.
  func makePlace() throws -> Place {
    switch self {
    case .sqlite: return .file(FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID())"))
    #if os(Linux)
    case .postgreSQL: return .connection(try PostgreSQLTestServer.shared.get().makeDatabase())
    #endif
    }
  }

  /// Where a ledger is.
  enum Place: Sendable {
    case file(URL)
    case connection(String)

    /// Opens it; what is recorded is decided at `InAppPurchase.epoch` plus 10 seconds, unless a clock says otherwise.
    func open(clock: @escaping @Sendable () -> Date = { InAppPurchase.epoch + 10 }) async throws -> any TestedLedger {
      switch self {
      case .file(let folder):
        return try SQLiteLedger(file: folder.appendingPathComponent("ledger.sqlite"), clock: clock)
      case .connection(let string):
        #if os(Linux)
        // Long, because everything else is at work at the same time.
        return try await PostgreSQLLedger(connection: string, timeout: .seconds(180), clock: clock)
        #else
        preconditionFailure("No PostgreSQL for \(string)")
        #endif
      }
    }

    /// Removes what is left in the file system; the server's folder is removed with the server.
    func remove() {
      // Of no effect on the test.
      if case .file(let folder) = self { try? FileManager.default.removeItem(at: folder) }
    }
  }

  /// Runs a test with a ledger, and closes it.
  func withLedger(_ body: (any TestedLedger) async throws -> Void) async throws {
    let place = try makePlace()
    defer { place.remove() }
    let ledger = try await place.open()
    try await body(ledger)
    await ledger.close()
  }
}

/// A ledger that can be closed.
protocol TestedLedger: EntitlementLedger {
  func orderCount(atMost limit: Int) async throws(LedgerError) -> Int
  func close() async
}

extension SQLiteLedger: TestedLedger {}
#if os(Linux)
extension PostgreSQLLedger: TestedLedger {}
#endif
