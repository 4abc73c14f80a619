import Foundation

/// A clock that stands still, and notes how long whoever waits on it was to wait.
final class StillClock: Clock, @unchecked Sendable {  // what changes is under the lock
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
  /// Every time that somebody was to wait, in order.
  var noted: [Duration] { lock.withLock { waits } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    lock.withLock { waits.append(deadline.offset) }
    try await Task.sleep(for: .seconds(3600))
  }
}
