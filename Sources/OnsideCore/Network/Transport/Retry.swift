/// The rules for repeating a request if the store could not be reached, or reported that it is not available.
///
/// Used only for requests that read. The payment queue itself repeats payments and settlements, because it keeps them
/// across launches and repeats them as long as necessary. The event queue repeats events. The user repeats the requests
/// of a screen.
struct Retry: Sendable {
  /// The maximum number of attempts.
  static let tries = 3
  /// The time after which no further attempt begins, because the caller is waiting. The first attempt may take longer.
  static let timeout = Duration.seconds(10)

  let clock: any Clock<Duration>
  /// Returns a random number from 0 up to 1, which shortens a delay by up to half, so that not all devices send their
  /// requests again at the same time.
  var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// Returns the result of the first attempt that succeeds.
  func result<Value: Sendable>(
    _ ask: () async throws(OnsideServiceError) -> Value
  ) async throws(OnsideServiceError) -> Value {
    try await result(on: clock, ask)
  }

  private func result<Value: Sendable, Time: Clock>(
    on clock: Time, _ ask: () async throws(OnsideServiceError) -> Value
  ) async throws(OnsideServiceError) -> Value where Time.Duration == Duration {
    let start = clock.now
    var backoff = Backoff(from: .milliseconds(400), upTo: .seconds(5))
    for _ in 1..<Self.tries {
      do throws(OnsideServiceError) {
        return try await ask()
      } catch {
        guard error == .connectionError || error == .serviceUnavailable,
          start.duration(to: clock.now) < Self.timeout
        else { throw error }
      }
      do {
        try await clock.sleep(for: backoff.next() * (1 - chance() / 2))
      } catch {
        throw .cancelled
      }
    }
    return try await ask()
  }
}
