/// Time as a bridge sees it: how long since it was made, on a clock that tests can hold in their hand.
struct Timeline: Sendable {
  /// The time since the bridge was made.
  let now: @Sendable () -> Duration
  /// Waits until that much time has passed since the bridge was made; throws when its task is cancelled.
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
