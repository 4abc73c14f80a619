import CausewayDatabase
import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

#if os(Linux)
import PostgreSQLTestSupport
#endif

/// Ledgers of each earlier format version, which this version opens. The files in `Fixtures` are scripts that make such
/// ledgers; a released script is never changed.
@Suite("Ledgers of earlier versions") struct MigrationTests {
  /// The earlier format versions. There must be one less than this version's number.
  static let versions = [1, 2]
  private static let order = UUID(uuidString: "9ed13cba-68f3-4c91-be90-7df14fa484da")

  @Test("There is a fixture for each earlier version") func fixtures() {
    #expect(SQLiteLedgerStorage.definition.migrations.count == Self.versions.count + 1)
  }

  static func fixture(_ name: String) throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
    return try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Creates a ledger of an earlier version.
  private func make(_ version: Int, _ kind: LedgerKind) throws -> LedgerKind.Place {
    let place = try kind.makePlace()
    switch place {
    case .file(let folder):
      // Only the number of scripts and the application's id must be those of the version; the last script has the data.
      let scripts = Array(repeating: "SELECT 1", count: version - 1) + [try Self.fixture("sqlite-\(version).sql")]
      let definition = DatabaseDefinition(
        applicationID: SQLiteLedgerStorage.definition.applicationID, migrations: scripts)
      try Database(file: folder.appendingPathComponent("ledger.sqlite"), definition: definition).close()
    case .connection(let string):
      #if os(Linux)
      let database = String(string.split(separator: "=").last ?? "")
      try PostgreSQLTestServer.shared.get().run(try Self.fixture("postgresql-\(version).sql"), in: database)
      #else
      preconditionFailure("PostgreSQL is not available: \(string)")
      #endif
    }
    return place
  }

  @Test("Orders, grants and evidence are kept, and new calls work", arguments: versions, LedgerKind.allCases)
  func migrates(_ version: Int, _ kind: LedgerKind) async throws {
    let order = try #require(Self.order)
    let place = try make(version, kind)
    defer { place.remove() }
    for opening in 0..<2 {
      let ledger = try await place.open()
      // The sweep finds the order that an earlier version granted.
      if opening == 0 { #expect(try await ledger.takeDueChecks(limit: 10) == [order]) }
      #expect(try await ledger.takeDueChecks(limit: 10).isEmpty)
      #expect(try await ledger.orderCount(atMost: 10) == 1)
      let stored = try #require(try await ledger.order(order))
      #expect(stored.customer.text == "ada" && stored.grant != nil)
      #expect(try await ledger.entitlements(of: "ada", at: .now).map(\.orderID) == [order])
      #expect(try await ledger.evidence(of: order).map(\.outcome).filter { $0 == .granted }.count == 1)
      let history = SignedHistory([InAppPurchase(order: order, product: "lantern.coins.12")])
      #expect(try await ledger.record(history, for: "ada").map(\.outcome) == [.alreadyGranted])
      #expect(try await ledger.record(history, for: "eve").map(\.outcome) == [.belongsToAnother])
      await ledger.close()
    }
    let ledger = try await place.open()
    let pruning = try await ledger.prune(before: .distantFuture)
    #expect(pruning.evidence > 0 && pruning.statements > 0)
    #expect(try await ledger.evidence(of: order).first?.outcome == .granted)
    await ledger.close()
  }
}
