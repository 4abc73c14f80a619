import Foundation
import OnsideCore

/// Takes batches, or fails as often as a test wants.
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

  /// Fails that often from now on.
  func fail(_ times: Int) { failures = times }

  /// The names of all events that it took.
  var names: [String] { batches.flatMap { $0.map(\.name) } }
}
