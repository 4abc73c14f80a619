import Foundation
import LedgerTestSupport
import OnsideMerchant
import OnsideMerchantPostgreSQL
import PostgreSQLTestSupport
import SeededGenerator

// Measures whether a call costs more in a ledger with many orders. Fills one ledger step by step, and measures the same
// calls at each size. Prints the times and their ratio, and fails if the ratio is larger than the limit.
//
// usage: ledger-size-bench [ORDERS...] [--limit RATIO]

var sizes: [Int] = []
// The depth of an index grows with the logarithm of the orders, and less of it is in the cache. A call that read all orders
// would have a ratio of 100.
var limit = 2.0
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  if word == "--limit" {
    limit = words.popFirst().flatMap(Double.init) ?? limit
  } else if let size = Int(word) {
    sizes.append(size)
  } else {
    print("usage: ledger-size-bench [ORDERS...] [--limit RATIO]")
    exit(2)
  }
}
if sizes.isEmpty { sizes = [10_000, 1_000_000] }
sizes.sort()

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-size-\(UUID().uuidString)")
var failed = false
do {
  let sqlite = try SQLiteLedger(file: folder.appendingPathComponent("ledger.sqlite"))
  failed = try await !SizeBench(name: "SQLite", ledger: sqlite).run(sizes, limit: limit) || failed
  await sqlite.close()
  // The files of a large ledger leave no room for those of the next one.
  try FileManager.default.removeItem(at: folder)
  let server = try PostgreSQLTestServer(settings: ["shared_buffers=512MB", "max_wal_size=8GB"])
  let postgres = try await PostgreSQLLedger(connection: server.makeDatabase())
  failed = try await !SizeBench(name: "PostgreSQL", ledger: postgres).run(sizes, limit: limit) || failed
  await postgres.close()
} catch {
  print("ledger-size-bench: \(error)")
  failed = true
}
exit(failed ? 1 : 0)
