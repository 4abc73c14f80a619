import Foundation

/// A clock that moves only when a test says so.
final class ManualClock: Clock, @unchecked Sendable {  // everything happens under the lock
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let lock = NSLock()
  private var current = Instant()
  private var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
  private var cancelled: Set<Int> = []
  private var latest = 0

  var now: Instant { lock.withLock { current } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      latest += 1
      return latest
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        lock.withLock {
          if cancelled.remove(number) != nil {
            continuation.resume(throwing: CancellationError())
          } else if deadline <= current {
            continuation.resume()
          } else {
            sleepers[number] = (deadline, continuation)
          }
        }
      }
    } onCancel: {
      lock.withLock {
        if let sleeper = sleepers.removeValue(forKey: number) {
          sleeper.continuation.resume(throwing: CancellationError())
        } else {
          cancelled.insert(number)
        }
      }
    }
  }

  /// Moves time forward and wakes who waited for it.
  func advance(by duration: Duration) {
    lock.withLock {
      current = current.advanced(by: duration)
      for (number, sleeper) in sleepers where sleeper.until <= current {
        sleepers[number] = nil
        sleeper.continuation.resume()
      }
    }
  }
}
