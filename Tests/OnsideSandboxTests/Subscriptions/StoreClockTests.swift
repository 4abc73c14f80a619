import Foundation
import Testing

@testable import OnsideSandbox

@Suite("The store's clock") struct StoreClockTests {
  private let start = date("2026-01-31T12:00:00Z")

  @Test("The clock shows real time at first, in whole milliseconds")
  func first() {
    var clock = StoreClock(real: start + 0.0004)
    #expect(clock.now(real: start + 1.2343) == date("2026-01-31T12:00:01Z") + 0.234)
  }

  @Test("The clock runs at a rate", arguments: [0, 0.5, 1, 60, 1_000_000] as [Double])
  func rate(_ rate: Double) {
    var clock = StoreClock(real: start)
    clock.move(by: 0, rate: rate, real: start + 10)
    #expect(clock.now(real: start + 20) == start + 10 + 10 * rate)
  }

  @Test("A new rate applies from the change on")
  func newRate() {
    var clock = StoreClock(real: start)
    clock.move(by: 0, rate: 60, real: start)
    clock.move(by: 0, rate: 1, real: start + 10)
    #expect(clock.now(real: start + 11) == start + 601)
  }

  @Test("The clock keeps its rate when it is advanced")
  func moved() {
    var clock = StoreClock(real: start)
    clock.move(by: 0, rate: 2, real: start)
    clock.move(by: 3600, rate: nil, real: start + 1)
    #expect(clock.now(real: start + 2) == start + 3604)
  }

  @Test("The clock never goes back, even if real time does")
  func neverBack() {
    var clock = StoreClock(real: start)
    #expect(clock.now(real: start + 100) == start + 100)
    #expect(clock.now(real: start - 5000) == start + 100)
    clock.move(by: 0, rate: nil, real: start - 5000)
    #expect(clock.now(real: start - 4999) == start + 101)
  }

  @Test("The time of a change is later than all earlier times, even if the clock stands still")
  func moment() {
    var clock = StoreClock(real: start)
    clock.move(by: 0, rate: 0, real: start)
    let before = clock.now(real: start + 1)
    let change = clock.moment(real: start + 2)
    #expect(change.milliseconds == before.milliseconds + 1)
    #expect(clock.now(real: start + 3) == change)
    #expect(clock.moment(real: start + 3) > change)
  }

  @Test("The clock ends with the year 9998")
  func end() {
    var clock = StoreClock(real: start)
    clock.move(by: 1e12, rate: 1_000_000, real: start)
    #expect(clock.now(real: start + 1e9) == date("9999-01-01T00:00:00Z"))
  }
}

@Suite("The clock of a store") struct SandboxClockTests {
  @Test("The clock continues at its rate while the store is closed")
  func closed() async throws {
    let test = try TestStore()
    let store = try test.open()
    _ = try await store.moveClock(bySeconds: 86_400, rate: 60)
    await store.close()
    test.time.pass(10)
    let reading = try await test.open().run { $0.clock.reading() }
    #expect(reading == ClockReading(now: date("2026-02-01T12:10:00Z"), rate: 60))
  }

  @Test("The clock does not go back if real time was set back while the store was closed")
  func setBack() async throws {
    let test = try TestStore()
    let store = try test.open()
    test.time.pass(3600)
    #expect(await store.run { $0.clock.reading().now } == date("2026-01-31T13:00:00Z"))
    await store.close()
    test.time.pass(-86_400)
    #expect(try await test.open().run { $0.clock.reading().now } == date("2026-01-31T13:00:00Z"))
  }

  @Test("The rate with which a store is started applies from the start on")
  func started() async throws {
    var test = try TestStore()
    test.options.rate = 100
    let store = try test.open()
    test.time.pass(1)
    #expect(await store.run { $0.clock.reading() } == ClockReading(now: date("2026-01-31T12:01:40Z"), rate: 100))
  }
}
