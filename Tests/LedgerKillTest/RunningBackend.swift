import Foundation
import OnsideMerchant

/// A decision that a backend has printed.
struct Told: Hashable {
  let number: Int
  let outcome: LedgerDecision.Outcome
}

/// A backend in another process.
final class RunningBackend {
  private let process = Process()
  private let output: AsyncStream<Data>
  private var text = Data()

  init(_ place: KillPlace, first: Int, seed: UInt64) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--backend", place.description, "\(first)", "\(seed)"]
    let pipe = Pipe()
    process.standardOutput = pipe
    let (stream, parts) = AsyncStream<Data>.makeStream()
    output = stream
    // A separate thread reads continuously, because a full pipe would block the backend.
    Thread.detachNewThread {
      while true {
        let part = pipe.fileHandleForReading.availableData
        guard !part.isEmpty else { return parts.finish() }
        parts.yield(part)
      }
    }
    try process.run()
  }

  /// Waits for the backend's first decision.
  func begin() async {
    guard text.isEmpty else { return }
    for await part in output {
      text += part
      return
    }
  }

  /// Kills the backend.
  ///
  /// - Returns: all decisions that it printed.
  func kill() async throws -> [Told] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
      throw KillTestError("a backend ended before it was killed, with \(process.terminationStatus)")
    }
    for await part in output { text += part }
    return try Self.parse(text)
  }

  private static func parse(_ text: Data) throws -> [Told] {
    // Each line is complete, because a write that is shorter than the pipe's atomic limit is never split.
    try String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ")
      guard words.count == 2, let number = Int(words[0]),
        let outcome = LedgerDecision.Outcome(rawValue: String(words[1]))
      else { throw KillTestError("a backend printed the invalid line \"\(line)\"") }
      return Told(number: number, outcome: outcome)
    }
  }
}

/// The error of a test that cannot continue.
struct KillTestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
