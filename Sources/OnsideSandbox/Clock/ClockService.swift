import CausewayDatabase
import Foundation

/// A reading of the store's clock.
package struct ClockReading: Hashable, Sendable {
  /// The store's time.
  package var now: Date
  /// The number of seconds of store time that pass in one second of real time.
  package var rate: Double
}

/// The service that provides the store's time and real time.
package final class ClockService {
  private let records: ClockRecords
  private let realTime: @Sendable () -> Date
  private var clock: StoreClock

  /// Continues the stored clock, or creates a clock that shows real time.
  init(_ records: ClockRecords, _ options: SandboxOptions) throws(DatabaseError) {
    self.records = records
    realTime = options.realTime
    let real = realTime()
    clock = try records.clock() ?? StoreClock(real: real)
    clock.move(by: 0, rate: options.rate, real: real)
    try keep()
  }

  /// The current real time.
  var real: Date { realTime() }

  /// Returns the store's time.
  func now() -> Date { clock.now(real: real) }

  /// Reads the clock.
  package func reading() -> ClockReading { ClockReading(now: now(), rate: clock.rate) }

  /// Returns the time for a change of purchases, and stores the clock. See ``StoreClock/moment(real:)``.
  func moment() throws(DatabaseError) -> Date {
    let moment = clock.moment(real: real)
    try keep()
    return moment
  }

  /// Moves the clock forward, sets its rate, and stores it. If storing fails, the clock does not change.
  func move(by seconds: TimeInterval, rate: Double?) throws(DatabaseError) {
    var moved = clock
    moved.move(by: seconds, rate: rate, real: real)
    try records.keep(moved)
    clock = moved
  }

  /// Stores the clock.
  func keep() throws(DatabaseError) { try records.keep(clock) }
}
