import Foundation
import OnsideCore
import OnsideTestSupport
import SeededGenerator

/// A test that starts shopper processes, kills each process at a random moment, and then checks the remaining data.
@MainActor struct KillTest {
  let folder: URL
  let rounds: Int
  let seed: UInt64
  /// The longest time after which a shopper is killed, in milliseconds.
  static let longestLife = 300

  /// Runs the test and prints the results. Returns true if nothing was lost or duplicated.
  func run() async throws -> Bool {
    try TestCatalog.file().write(to: folder.appendingPathComponent("shop.storekit"), atomically: true, encoding: .utf8)
    var generator = SeededGenerator(seed: seed)
    for round in 1...rounds {
      try kill(after: Int.random(in: 0...Self.longestLife * 1000, using: &generator), shopperSeed: generator.next())
      if round % 100 == 0 { FileHandle.standardError.write(Data("\(round) of \(rounds) killed\n".utf8)) }
    }
    let last = try Shopper(folder: folder, seed: generator.next())
    let transactions = try await last.rest()
    let journal = try Journal.read(folder.appendingPathComponent("journal"))
    let orders = try await last.ledger()
    let verdict = Verdict(journal, last: transactions, orders: orders)
    print(
      "\(rounds) kills, \(verdict.launches) launches, \(orders.count) orders, \(verdict.removed) transactions finished, "
        + "\(transactions.count) left")
    for problem in verdict.problems.prefix(20) { print("error: \(problem)") }
    if verdict.problems.count > 20 { print("error: and \(verdict.problems.count - 20) more") }
    return verdict.problems.isEmpty
  }

  private func kill(after microseconds: Int, shopperSeed: UInt64) throws {
    let shopper = Process()
    shopper.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    shopper.arguments = ["--shopper", folder.path, "\(shopperSeed)"]
    try shopper.run()
    usleep(UInt32(microseconds))
    Foundation.kill(shopper.processIdentifier, SIGKILL)
    shopper.waitUntilExit()
    guard shopper.terminationReason == .uncaughtSignal, shopper.terminationStatus == SIGKILL else {
      throw KillTestError("a shopper process ended before it was killed, with \(shopper.terminationStatus)")
    }
  }
}

/// The error of a test that cannot continue.
struct KillTestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
