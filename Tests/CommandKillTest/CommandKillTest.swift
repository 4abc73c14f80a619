#if os(Linux)
import Foundation
import SeededGenerator

/// Starts commands, ends each at a random moment, and looks at what is left.
struct CommandKillTest {
  static let signals = [SIGTERM, SIGINT, SIGHUP, SIGKILL]

  /// How often each command is ended by each signal.
  let rounds: Int
  let seed: UInt64
  let jobs: Int

  /// One start of a command, and its end.
  struct Round: Sendable {
    let number: Int
    let command: Scene.Command
    let signal: Int32
    /// From its start on, in milliseconds.
    let delay: Int
  }

  /// Prints how it goes.
  ///
  /// - Returns: what was left, or not as it should be.
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
    var over = 0
    await withTaskGroup(of: [String].self) { group in
      var rest = waiting[...]
      for _ in 0..<jobs {
        guard let round = rest.popFirst() else { break }
        group.addTask { await scene.play(round) }
      }
      for await found in group {
        problems += found
        over += 1
        if over % 50 == 0 { FileHandle.standardError.write(Data("\(over) of \(waiting.count) ended\n".utf8)) }
        if let round = rest.popFirst() { group.addTask { await scene.play(round) } }
      }
    }
    problems += await scene.close()
    print(
      "\(over) commands ended, each of \(Scene.Command.allCases.count) kinds \(rounds) times by each of SIGTERM, SIGINT, "
        + "SIGHUP and SIGKILL; \(problems.count) problems")
    return problems
  }
}
#endif
