import Foundation

/// The rules for repeating a failed request.
struct RetryPolicy {
  var maximumTries: Int
  let firstPause: Duration
  let longestPause: Duration
  let longestDemandedPause: Duration

  init(options: MerchantClientOptions) {
    maximumTries = options.maximumTries
    firstPause = options.firstPause
    longestPause = options.longestPause
    longestDemandedPause = options.longestDemandedPause
  }

  init(options: ReportingOptions) {
    maximumTries = options.maximumTries
    firstPause = options.firstPause
    longestPause = options.longestPause
    longestDemandedPause = options.longestDemandedPause
  }

  /// Repeats a request until it succeeds, fails permanently, or reaches the deadline.
  ///
  /// - Parameters:
  ///   - deadline: The time at which the last attempt must end.
  ///   - request: One attempt. Its argument is the time that is left until the deadline.
  /// - Throws: The error of the last attempt.
  func run<Value, Failure: RetriedError>(
    until deadline: ContinuousClock.Instant, _ request: (Duration) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    var tries = 0
    while true {
      let failure: Failure
      do throws(Failure) {
        return try await request(deadline - .now)
      } catch {
        failure = error
      }
      tries += 1
      guard let pause = pause(after: failure, tries: tries, left: deadline - .now, chance: .random(in: 0...1)) else {
        throw failure
      }
      do {
        try await Task.sleep(for: pause)
      } catch {
        throw .cancelled
      }
    }
  }

  /// Returns the pause before the next attempt.
  ///
  /// - Parameters:
  ///   - tries: The number of attempts so far, at least 1.
  ///   - left: The time that is left until the deadline.
  ///   - chance: A random number from 0 to 1, which spreads the requests of many clients.
  /// - Returns: The pause, or nil if there is no further attempt.
  func pause(after error: some RetriedError, tries: Int, left: Duration, chance: Double) -> Duration? {
    guard error.isTransient, tries < maximumTries else { return nil }
    let demanded = error.retryAfter ?? .zero
    let growing = GrowingPause(first: firstPause, longest: longestPause)
    let own = growing.duration(afterFailures: tries) * (0.5 + chance / 2)
    // Never retry before the demanded time. The random part spreads the requests of many clients.
    let pause = demanded == .zero ? own : demanded + firstPause * chance
    return demanded <= longestDemandedPause && pause < left ? pause : nil
  }
}

/// An error of a request that ``RetryPolicy`` may repeat.
protocol RetriedError: Error {
  /// The error for a task that was cancelled between two attempts.
  static var cancelled: Self { get }
  /// Whether the same request can succeed later.
  var isTransient: Bool { get }
  /// The server's `Retry-After`; nil if the server sent none.
  var retryAfter: Duration? { get }
}
