import Foundation

/// A clock whose time never passes. It records the durations of all waits.
final class StillClock: Clock, @unchecked Sendable {  // The lock protects all state.
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let lock = NSLock()
  private var waits: [Duration] = []

  var now: Instant { Instant(offset: .zero) }
  var minimumResolution: Duration { .zero }
  /// The durations of all waits, in order.
  var noted: [Duration] { lock.withLock { waits } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    lock.withLock { waits.append(deadline.offset) }
    try await Task.sleep(for: .seconds(3600))
  }
}
