#if os(Linux)
import Foundation
import SeededGenerator

/// A test that starts commands, ends each command with a signal at a random moment, and checks that no process and no
/// file is left.
struct CommandKillTest {
  static let signals = [SIGTERM, SIGINT, SIGHUP, SIGKILL]

  /// The number of times that each signal ends each command.
  let rounds: Int
  let seed: UInt64
  let jobs: Int

  /// One start of a command, and its end.
  struct Round: Sendable {
    let number: Int
    let command: Scene.Command
    let signal: Int32
    /// The time between the start and the signal, in milliseconds.
    let delay: Int
  }

  /// The outcome of a round.
  struct Outcome: Sendable {
    /// Descriptions of all problems.
    let problems: [String]
    /// The number of displays that the command had when it got the signal.
    let displayCount: Int
  }

  /// Runs all rounds, and prints the progress.
  ///
  /// - Returns: descriptions of all problems.
  func run() async throws -> [String] {
    let scene = try await Scene()
    var generator = SeededGenerator(seed: seed)
    var waiting: [Round] = []
    for index in 0..<rounds * Self.signals.count * Scene.Command.allCases.count {
      let command = Scene.Command.allCases[(index / Self.signals.count) % Scene.Command.allCases.count]
      waiting.append(
        Round(
          number: index, command: command, signal: Self.signals[index % Self.signals.count],
          delay: Int.random(in: 0...command.longestLife, using: &generator)))
    }
    var problems: [String] = []
    var (over, displays) = (0, 0)
    await withTaskGroup(of: Outcome.self) { group in
      var rest = waiting[...]
      for _ in 0..<jobs {
        guard let round = rest.popFirst() else { break }
        group.addTask { await scene.play(round) }
      }
      for await outcome in group {
        problems += outcome.problems
        displays += outcome.displayCount
        over += 1
        if over % 50 == 0 { FileHandle.standardError.write(Data("\(over) of \(waiting.count) ended\n".utf8)) }
        if let round = rest.popFirst() { group.addTask { await scene.play(round) } }
      }
    }
    problems += await scene.close()
    print(
      "\(over) commands ended, each of \(Scene.Command.allCases.count) kinds \(rounds) times by each of SIGTERM, SIGINT, "
        + "SIGHUP and SIGKILL; \(displays) displays; \(problems.count) problems")
    return problems
  }
}
#endif
