import Foundation
import LedgerTestSupport
import OnsideMerchant
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport

// Measures whether a call costs more in a ledger with many orders. Fills a ledger of each size, and then measures the same
// calls in all of them. Prints the times and their ratio, and fails if a ratio is larger than the limit.
//
// usage: ledger-size-bench [ORDERS...] [--database NAME] [--limit RATIO] [--keep DIR]

enum Database: String, CaseIterable {
  case sqlite, postgresql
}

var databases = Database.allCases
var sizes: [Int] = []
// The depth of an index grows with the logarithm of the orders, and less of it is in the cache. A call that read all orders
// would have a ratio of 100.
var limit = 2.0
var kept: URL?
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  if word == "--limit", let ratio = words.popFirst().flatMap(Double.init) {
    limit = ratio
  } else if word == "--database", let database = words.popFirst().flatMap(Database.init) {
    databases = [database]
  } else if word == "--keep", let path = words.popFirst() {
    kept = URL(fileURLWithPath: path, isDirectory: true)
  } else if let size = Int(word), size >= 10 {
    sizes.append(size)
  } else {
    print(
      """
      usage: ledger-size-bench [ORDERS...] [--database NAME] [--limit RATIO] [--keep DIR]; ORDERS is at least 10, and NAME is \
      sqlite or postgresql
      """)
    exit(2)
  }
}
if sizes.isEmpty { sizes = [10_000, 1_000_000] }
sizes.sort()

let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-size-\(UUID().uuidString)")
let folder = kept ?? temporary

/// Measures ledgers of all sizes. Returns whether every ratio is within the limit.
@MainActor func measure(_ name: String, _ open: @MainActor (Int) async throws -> any OwnedLedger) async throws -> Bool {
  var ledgers: [(size: Int, ledger: any OwnedLedger)] = []
  for size in sizes { ledgers.append((size, try await open(size))) }
  let isWithinLimit = try await SizeBench(name: name, ledgers: ledgers).run(limit: limit)
  for (_, ledger) in ledgers { await ledger.close() }
  return isWithinLimit
}

var failed = false
do {
  // Create the folder first: the ledger would make it private, and PostgreSQL runs as another user.
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  if databases.contains(.sqlite) {
    let files = folder.appendingPathComponent("sqlite")
    failed = try await !measure("SQLite") { try SQLiteLedger(file: files.appendingPathComponent("\($0).sqlite")) }
  }
  // The files of a large ledger leave no room for those of the next one.
  if kept == nil { try FileManager.default.removeItem(at: folder) }
  if databases.contains(.postgresql) {
    let server = try PostgreSQLTestServer(
      settings: ["shared_buffers=512MB", "max_wal_size=8GB"], keptIn: kept?.appendingPathComponent("postgresql"))
    let isWithinLimit = try await measure("PostgreSQL") {
      try await PostgreSQLLedger(connection: server.database(named: "orders_\($0)"))
    }
    failed = failed || !isWithinLimit
  }
} catch {
  print("ledger-size-bench: \(error)")
  failed = true
}
exit(failed ? 1 : 0)
