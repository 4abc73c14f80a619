import Foundation
import LedgerTestSupport
import OnsideMerchant
import Testing

/// Every order of the steps of a purchase and of a subscription, with a real ledger in SQLite.
@Suite("Interleavings", .serialized) struct InterleavingTests {
  /// The number of steps. The variable makes the long form: each further step takes about eight times as long.
  private static let depth = Int(ProcessInfo.processInfo.environment["CAUSEWAY_INTERLEAVING_DEPTH"] ?? "") ?? 5

  /// Runs a test with a ledger in memory, if the system has a file system there.
  private func withLedger(_ fault: MutantLedger.Fault?, _ body: (MutantLedger) async throws -> Void) async throws {
    let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("ledger-\(UUID())", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // a folder that stays does not affect the tests
    let clock = TestClock()
    let ledger = try SQLiteLedger(
      file: folder.appendingPathComponent("ledger.sqlite"), recordsEvents: true, clock: { clock.now })
    try await body(MutantLedger(ledger: ledger, fault: fault, clock: clock))
    await ledger.close()
  }

  @Test(
    "No order is granted twice, none is lost, and none is kept after its refund", arguments: StoreModel.Product.allCases
  )
  func everyOrder(_ product: StoreModel.Product) async throws {
    try await withLedger(nil) { ledger in
      let count = try await InterleavingChecker(product: product, ledger: ledger).run(depth: Self.depth)
      print("\(product): \(count) sequences of \(Self.depth) steps")
      #expect(count > 500)
    }
  }

  @Test("Each fault of a rule is found", arguments: MutantLedger.Fault.allCases)
  func fault(_ fault: MutantLedger.Fault) async throws {
    try await withLedger(fault) { ledger in
      // Short sequences first, so that the text of a failure is short.
      for depth in 2...6 {
        for product in StoreModel.Product.allCases {
          do {
            _ = try await InterleavingChecker(product: product, ledger: ledger).run(depth: depth)
          } catch let violation as InterleavingChecker.Violation {
            print("\(fault): \(violation)")
            return
          }
        }
      }
      Issue.record("no sequence of up to 6 steps shows the fault \(fault)")
    }
  }
}
