import Testing

@testable import CausewayHTTP

@Suite("How far a client is behind") struct RateMeterTests {
  private let start = ContinuousClock.now

  private func meter() -> RateMeter { RateMeter(minimumRate: 1_000, at: start) }

  @Test("Who sends nothing is behind by the time that has passed") func silence() {
    #expect(meter().lag(at: start) == .zero)
    #expect(meter().lag(at: start + .seconds(3)) == .seconds(3))
  }

  @Test("Who keeps the rate is never behind by more than one part") func rate() {
    var meter = meter()
    for step in 1...100 {
      let now = start + .milliseconds(100 * step)
      #expect(meter.lag(at: now) == .milliseconds(100))
      meter.count(100, at: now)
      #expect(meter.lag(at: now) == .zero)
    }
  }

  @Test("Many bytes at first do not pay for silence later") func burst() {
    var meter = meter()
    meter.count(1_000_000, at: start)
    #expect(meter.lag(at: start + .seconds(2)) == .seconds(2))
  }

  @Test("A byte now and then does not catch up") func trickle() {
    var meter = meter()
    for step in 1...10 { meter.count(1, at: start + .seconds(step)) }
    #expect(meter.lag(at: start + .seconds(10)) > .milliseconds(9_900))
  }

  @Test("A rate of nothing is one of a byte") func noRate() {
    var meter = RateMeter(minimumRate: 0, at: start)
    meter.count(1, at: start + .seconds(1))
    #expect(meter.lag(at: start + .seconds(1)) == .zero)
  }
}
