/// A clock that runs `speed` times as fast as real time, so that the delays between two attempts are short.
struct QuickClock: Clock {
  let speed: Int

  init(speed: Int = 100) {
    self.speed = speed
  }

  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let start = ContinuousClock.now

  var now: Instant { Instant(offset: (ContinuousClock.now - start) * speed) }
  var minimumResolution: Duration { .milliseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await ContinuousClock().sleep(until: start + deadline.offset / speed, tolerance: nil)
  }
}
