import Foundation
import CausewayTesting
import OnsideTestSupport
import Testing

@testable import OnsideCore

/// The number and the delays of the retries if a store does not answer.
@Suite(.timeLimit(.minutes(10))) struct RetryTests {
  /// A clock for tests: `sleep` returns immediately and moves the time to its deadline. The time does not move
  /// otherwise.
  private final class WaitingClock: Clock, @unchecked Sendable {  // The lock protects all state.
    struct Instant: InstantProtocol {
      var offset: Duration
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let lock = NSLock()
    private var current = Instant(offset: .zero)

    var now: Instant { lock.withLock { current } }
    var minimumResolution: Duration { .zero }
    /// The time that has passed in total.
    var passed: Duration { now.offset }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try Task.checkCancellation()
      lock.withLock { current = max(current, deadline) }
    }
  }

  /// A store that fails with each error in turn, and then succeeds.
  private actor Store {
    private var errors: [OnsideServiceError]
    private let work: @Sendable () async -> Void
    private(set) var tries = 0

    /// Creates a store that fails with these errors.
    ///
    /// - Parameter work: runs before each successful answer.
    init(_ errors: [OnsideServiceError], work: @escaping @Sendable () async -> Void = {}) {
      self.errors = errors
      self.work = work
    }

    func answer() async throws(OnsideServiceError) -> Int {
      tries += 1
      await work()
      if !errors.isEmpty { throw errors.removeFirst() }
      return tries
    }
  }

  private func result(
    _ store: Store, _ clock: WaitingClock = WaitingClock(), chance: Double = 0
  ) async -> Result<Int, OnsideServiceError> {
    let retry = Retry(clock: clock, chance: { chance })
    do throws(OnsideServiceError) {
      return .success(try await retry.result { () async throws(OnsideServiceError) in try await store.answer() })
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [OnsideServiceError.connectionError, .serviceUnavailable])
  func aTemporaryFailureIsRetried(error: OnsideServiceError) async {
    #expect(await result(Store([error])) == .success(2))
    #expect(await result(Store([error, error])) == .success(3))
  }

  @Test func theThirdFailureIsThrown() async {
    let store = Store(Array(repeating: .connectionError, count: 9))
    #expect(await result(store) == .failure(.connectionError))
    #expect(await store.tries == 3)
  }

  @Test(arguments: [
    OnsideServiceError.appNotRegistered, .invalidProductIdentifier, .notLoggedIn, .refused(""), .cancelled,
    .internalError(""),
  ])
  func aPermanentErrorIsNotRetried(error: OnsideServiceError) async {
    let store = Store([error])
    #expect(await result(store) == .failure(error))
    #expect(await store.tries == 1)
  }

  @Test(arguments: [(0.0, 1200), (1.0, 600)])
  func delaysDoubleAndAreRandomlyShortenedByUpToHalf(chance: Double, milliseconds: Int) async {
    let clock = WaitingClock()
    #expect(await result(Store([.connectionError, .connectionError]), clock, chance: chance) == .success(3))
    #expect(clock.passed == .milliseconds(milliseconds))
  }

  @Test(arguments: [OnsideServiceError.connectionError, .serviceUnavailable])
  func aRequestThatTookItsWholeTimeoutIsNotRetried(error: OnsideServiceError) async {
    let clock = WaitingClock()
    let limit = StoreRequest(.get, "history").timeout
    let store = Store([error, error]) { try? await clock.sleep(for: limit) }
    #expect(await result(store, clock) == .failure(error))
    #expect(await store.tries == 1)
  }

  @Test func cancellingDuringADelayStopsTheRetries() async throws {
    let store = Store([.connectionError])
    let clock = ManualClock()
    let task = Task {
      _ = await #expect(throws: OnsideServiceError.cancelled) {
        try await Retry(clock: clock).result { () async throws(OnsideServiceError) in try await store.answer() }
      }
    }
    try await eventually { await store.tries > 0 }
    task.cancel()
    await task.value
    #expect(await store.tries == 1)
  }
}
