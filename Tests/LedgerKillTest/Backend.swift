import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator

/// The work of a backend process: it records purchases for several clients at once until it is killed, and prints each
/// decision.
struct Backend {
  /// The lowest number of the backend's orders. Later orders have higher numbers.
  private let first: Int
  private let seed: UInt64
  private let ledger: any EntitlementLedger
  static let clients = 8
  /// Each client chooses its orders from this many numbers, so that several clients present the same orders.
  static let window = 60

  init(_ place: KillPlace, first: Int, seed: UInt64) async throws {
    self.first = first
    self.seed = seed
    ledger = try await place.open()
  }

  func run() async throws -> Never {
    await withTaskGroup(of: Void.self) { group in
      for client in 0..<Self.clients {
        group.addTask {
          do {
            try await record(SeededGenerator(seed: seed &+ UInt64(client)))
          } catch {
            // An error while recording is a failure of the test, so the process ends with a failure.
            FileHandle.standardError.write(Data("backend: \(error)\n".utf8))
            exit(3)
          }
        }
      }
    }
    exit(4)
  }

  private func record(_ seeded: SeededGenerator) async throws {
    var generator = seeded
    var step = 0
    while true {
      let number = first + step + Int.random(in: 0..<Self.window, using: &generator)
      // Advance to newer orders only sometimes, so that most orders are presented several times.
      if Int.random(in: 0..<4, using: &generator) == 0 { step += 1 }
      let later = Int.random(in: 0..<3, using: &generator) == 0
      let numbers = Int.random(in: 0..<5, using: &generator) == 0 ? [number, number + 7, number + 14] : [number]
      let history = SignedHistory(numbers.map { World.purchase($0, isLater: later) })
      let decisions = try await ledger.record(history, for: World.customer(number))
      // Write the line to the pipe before the client continues, so that the line is not lost when the process is
      // killed.
      let lines = decisions.map { "\(World.number($0.orderID)) \($0.outcome.rawValue)\n" }.joined()
      try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
    }
  }
}
