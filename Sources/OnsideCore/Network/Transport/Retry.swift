/// Asks again when a store did not answer, or said that it does not work at the moment.
///
/// For what only reads. Payments and settlements are the queue's to repeat: it keeps them over launches, knows whose
/// they are, and repeats for as long as it takes. Events are repeated by their own queue, and what a person asked for on
/// a screen by that person.
struct Retry: Sendable {
  /// How often something is asked at most.
  static let tries = 3
  /// What has taken so long is not asked for again, such as a try without an answer within its limit: somebody waits.
  static let patience = Duration.seconds(10)

  let clock: any Clock<Duration>
  /// A number from 0 up to 1: by how much of it a delay is shortened, so that not all devices come back at once.
  var chance: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// The result of the first try that has one.
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
          start.duration(to: clock.now) < Self.patience
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
