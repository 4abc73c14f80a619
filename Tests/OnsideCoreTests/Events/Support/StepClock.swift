import Foundation

/// A clock with which a test observes each wait, and ends it.
final class StepClock: Clock, @unchecked Sendable {  // The lock protects all state.
  struct Instant: InstantProtocol {
    var offset: Swift.Duration = .zero
    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  let now = Instant()
  let minimumResolution: Swift.Duration = .zero
  /// The durations of all waits that have begun.
  let waits: AsyncStream<Duration>
  private let begun: AsyncStream<Duration>.Continuation
  private let lock = NSLock()
  private var sleepers: [UUID: CheckedContinuation<Void, any Error>] = [:]
  private var cancelled: Set<UUID> = []

  init() { (waits, begun) = AsyncStream.makeStream() }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        lock.withLock {
          if cancelled.contains(id) {
            continuation.resume(throwing: CancellationError())
          } else {
            sleepers[id] = continuation
            begun.yield(deadline.offset)
          }
        }
      }
    } onCancel: {
      lock.withLock {
        cancelled.insert(id)
        sleepers.removeValue(forKey: id)?.resume(throwing: CancellationError())
      }
    }
  }

  /// Ends all current waits.
  func step() {
    lock.withLock {
      for sleeper in sleepers.values { sleeper.resume() }
      sleepers = [:]
    }
  }
}
