import Foundation
import OnsideMerchant
import PostgreSQLTestSupport
import SeededGenerator

/// A test that starts backend processes, kills each process at a random moment, and then checks the contents of the
/// ledger.
struct KillTest {
  enum Database: String, CaseIterable {
    case sqlite
    case postgresql
  }

  let database: Database
  let rounds: Int
  let seed: UInt64
  /// The longest time from a backend's first decision to its end, in microseconds.
  private static let longestLife: UInt64 = 60_000

  /// Runs the test and prints the results. Returns true if nothing was lost or granted twice.
  func run() async throws -> Bool {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-kill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let place: KillPlace
    switch database {
    case .sqlite: place = try KillPlace(folder.appendingPathComponent("ledger.sqlite").path)
    case .postgresql: place = try KillPlace(try PostgreSQLTestServer.shared.get().makeDatabase())
    }
    let told = try await kill(place)
    let ledger = try await place.open()
    let verdict = try await Verdict(told, ledger)
    print(
      "\(database.rawValue): \(rounds) kills, \(told.count) decisions printed, \(verdict.orders) orders, "
        + "\(verdict.granted) granted, \(verdict.untold) of them by a process that was killed before it printed that")
    for problem in verdict.problems.prefix(20) { print("error: \(problem)") }
    if verdict.problems.count > 20 { print("error: and \(verdict.problems.count - 20) more") }
    if verdict.problems.isEmpty {
      try FileManager.default.removeItem(at: folder)
    } else {
      print("The ledger is kept for inspection: \(place)")
    }
    return verdict.problems.isEmpty
  }

  /// Runs backends, and kills each of them.
  ///
  /// - Returns: all decisions that the backends printed.
  private func kill(_ place: KillPlace) async throws -> [Told] {
    var generator = SeededGenerator(seed: seed)
    var told: [Told] = []
    var running: [RunningBackend] = []
    for round in 0..<rounds {
      while running.count < (database == .sqlite ? 1 : 3) {
        // The backend begins with order numbers that other backends still use, so that they compete.
        running.append(
          try RunningBackend(place, first: round * Backend.window / 4, seed: generator.next()))
      }
      for backend in running { await backend.begin() }
      let life = UInt64.random(in: 0...Self.longestLife, using: &generator)
      try await Task.sleep(for: .microseconds(life))
      told += try await running.remove(at: Int.random(in: 0..<running.count, using: &generator)).kill()
      if (round + 1) % 25 == 0 {
        FileHandle.standardError.write(Data("\(round + 1) of \(rounds) killed\n".utf8))
      }
    }
    for backend in running { told += try await backend.kill() }
    return told
  }
}
