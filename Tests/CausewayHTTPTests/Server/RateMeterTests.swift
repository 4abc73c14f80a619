import Testing

@testable import CausewayHTTP

@Suite("The lag of a client behind the minimum rate") struct RateMeterTests {
  private let start = ContinuousClock.now

  private func meter() -> RateMeter { RateMeter(minimumRate: 1_000, at: start) }

  @Test("The lag of a client that sends nothing is the time that has passed") func silence() {
    #expect(meter().lag(at: start) == .zero)
    #expect(meter().lag(at: start + .seconds(3)) == .seconds(3))
  }

  @Test("The lag of a client that keeps the rate is at most the duration of one part") func rate() {
    var meter = meter()
    for step in 1...100 {
      let now = start + .milliseconds(100 * step)
      #expect(meter.lag(at: now) == .milliseconds(100))
      meter.count(100, at: now)
      #expect(meter.lag(at: now) == .zero)
    }
  }

  @Test("Many bytes at the start do not reduce the lag of a later pause") func burst() {
    var meter = meter()
    meter.count(1_000_000, at: start)
    #expect(meter.lag(at: start + .seconds(2)) == .seconds(2))
  }

  @Test("Single bytes with long pauses reduce the lag only a little") func trickle() {
    var meter = meter()
    for step in 1...10 { meter.count(1, at: start + .seconds(step)) }
    #expect(meter.lag(at: start + .seconds(10)) > .milliseconds(9_900))
  }

  @Test("A minimum rate of 0 counts as one byte per second") func noRate() {
    var meter = RateMeter(minimumRate: 0, at: start)
    meter.count(1, at: start + .seconds(1))
    #expect(meter.lag(at: start + .seconds(1)) == .zero)
  }
}
