import Foundation

/// A clock that moves only when a test moves it.
public final class ManualClock: Clock, @unchecked Sendable {  // the lock protects all state
  /// An instant, as the time since the clock was made.
  public struct Instant: InstantProtocol {
    var offset: Duration = .zero
    /// Returns the instant that is later by `duration`.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the time from this instant to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Returns whether `left` is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let lock = NSLock()
  private var current = Instant()
  private var sleepers: [UUID: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
  private var cancelled: Set<UUID> = []

  /// Creates a clock at time zero.
  public init() {}

  /// The current time, which the test has set.
  public var now: Instant { lock.withLock { current } }
  /// Zero: the clock has no minimum resolution.
  public var minimumResolution: Duration { .zero }

  /// The number of tasks that sleep on the clock. A test waits until the expected tasks sleep and then moves time;
  /// otherwise a task could begin to sleep too late.
  public var sleeperCount: Int { lock.withLock { sleepers.count } }

  /// Waits until the test moves time to the deadline.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        lock.withLock {
          if cancelled.remove(id) != nil {
            continuation.resume(throwing: CancellationError())
          } else if deadline <= current {
            continuation.resume()
          } else {
            sleepers[id] = (deadline, continuation)
          }
        }
      }
    } onCancel: {
      lock.withLock {
        if let sleeper = sleepers.removeValue(forKey: id) {
          sleeper.continuation.resume(throwing: CancellationError())
        } else {
          cancelled.insert(id)
        }
      }
    }
  }

  /// Moves time forward and wakes every sleeper whose deadline has passed.
  public func advance(by duration: Duration) {
    lock.withLock {
      current = current.advanced(by: duration)
      for (id, sleeper) in sleepers where sleeper.until <= current {
        sleepers[id] = nil
        sleeper.continuation.resume()
      }
    }
  }
}
