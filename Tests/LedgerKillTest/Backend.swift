import Foundation
import LedgerTestSupport
import OnsideMerchant
import SeededGenerator

/// A process that records without end, for several clients at once, and prints each decision when it has it.
struct Backend {
  /// The numbers of its orders go up from here, with its decisions.
  private let first: Int
  private let seed: UInt64
  private let ledger: any EntitlementLedger
  static let clients = 8
  /// So many orders are presented at a time, by all clients, so that they meet.
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
            // A backend that cannot record is what the test looks for.
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
      // Now and then on to newer orders, so that most are presented several times.
      if Int.random(in: 0..<4, using: &generator) == 0 { step += 1 }
      let later = Int.random(in: 0..<3, using: &generator) == 0
      let numbers = Int.random(in: 0..<5, using: &generator) == 0 ? [number, number + 7, number + 14] : [number]
      let history = SignedHistory(numbers.map { World.purchase($0, isLater: later) })
      let decisions = try await ledger.record(history, for: World.customer(number))
      // With the system before the client goes on, so that a kill loses none.
      let lines = decisions.map { "\(World.number($0.orderID)) \($0.outcome.rawValue)\n" }.joined()
      try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
    }
  }
}
