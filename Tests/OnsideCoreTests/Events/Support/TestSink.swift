import Foundation
import OnsideCore

/// A sink that stores its batches, or fails as often as the test chooses.
actor TestSink: OnsideEventSink {
  struct Failure: Error {
    let text = "secret"
  }

  private(set) var batches: [[OnsideEvent]] = []
  private(set) var attempts = 0
  private var failures: Int
  private let gate: Gate?

  init(failures: Int = 0, gate: Gate? = nil) {
    self.failures = failures
    self.gate = gate
  }

  func send(_ events: [OnsideEvent]) async throws {
    attempts += 1
    await gate?.pass()
    if failures > 0 {
      failures -= 1
      throw Failure()
    }
    batches.append(events)
  }

  /// Makes the next `times` calls fail.
  func fail(_ times: Int) { failures = times }

  /// The names of all events that the sink has accepted.
  var names: [String] { batches.flatMap { $0.map(\.name) } }
}
