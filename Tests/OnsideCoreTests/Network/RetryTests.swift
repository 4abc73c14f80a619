import Foundation
import TestClock
import Testing

@testable import OnsideCore

/// How often, and after how long, a store that does not answer is asked again.
@Suite(.timeLimit(.minutes(1))) struct RetryTests {
  /// Fails with each error in turn, and then no more.
  private actor Store {
    private var errors: [OnsideServiceError]
    private(set) var tries = 0

    init(_ errors: [OnsideServiceError]) {
      self.errors = errors
    }

    func answer() throws(OnsideServiceError) -> Int {
      tries += 1
      if !errors.isEmpty { throw errors.removeFirst() }
      return tries
    }
  }

  /// Lets time pass until there is a result.
  private func result(
    _ store: Store, _ clock: ManualClock = ManualClock(), chance: Double = 0
  ) async -> Result<Int, OnsideServiceError> {
    let retry = Retry(clock: clock, chance: { chance })
    let task = Task {
      do throws(OnsideServiceError) {
        return Result<Int, OnsideServiceError>.success(
          try await retry.result { () async throws(OnsideServiceError) in try await store.answer() })
      } catch {
        return .failure(error)
      }
    }
    let passing = Task {
      while !Task.isCancelled {
        clock.advance(by: .milliseconds(10))
        await Task.yield()
      }
    }
    defer { passing.cancel() }
    return await task.value
  }

  @Test(arguments: [OnsideServiceError.connectionError, .serviceUnavailable])
  func aStoreThatDoesNotWorkForAMomentIsAskedAgain(error: OnsideServiceError) async {
    #expect(await result(Store([error])) == .success(2))
    #expect(await result(Store([error, error])) == .success(3))
  }

  @Test func afterThreeTriesItIsSaid() async {
    let store = Store(Array(repeating: .connectionError, count: 9))
    #expect(await result(store) == .failure(.connectionError))
    #expect(await store.tries == 3)
  }

  @Test(arguments: [
    OnsideServiceError.appNotRegistered, .invalidProductIdentifier, .notLoggedIn, .refused(""), .cancelled,
    .internalError(""),
  ])
  func whatWouldBeTheSameAgainIsNotAskedAgain(error: OnsideServiceError) async {
    let store = Store([error])
    #expect(await result(store) == .failure(error))
    #expect(await store.tries == 1)
  }

  @Test(arguments: [(0.0, 1200), (1.0, 600)])
  func delaysDoubleAndAreShortenedByChanceToHalfAtMost(chance: Double, milliseconds: Int) async {
    let clock = ManualClock()
    let start = clock.now
    #expect(await result(Store([.connectionError, .connectionError]), clock, chance: chance) == .success(3))
    let passed = start.duration(to: clock.now)
    // Time passes in steps of 10 ms, and some more before it is seen that there is a result.
    #expect(passed >= .milliseconds(milliseconds) && passed < .milliseconds(milliseconds * 3), "\(passed)")
  }

  @Test func whoIsCancelledWhileWaitingIsNotAskedForAgain() async {
    let store = Store([.connectionError])
    let clock = ManualClock()
    let task = Task {
      _ = await #expect(throws: OnsideServiceError.cancelled) {
        try await Retry(clock: clock).result { () async throws(OnsideServiceError) in try await store.answer() }
      }
    }
    while await store.tries == 0 { await Task.yield() }
    task.cancel()
    await task.value
    #expect(await store.tries == 1)
  }
}
