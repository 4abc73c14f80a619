import CausewayDatabase
import Foundation

/// A reading of the store's clock.
package struct ClockReading: Hashable, Sendable {
  /// The store's time.
  package var now: Date
  /// The number of seconds of store time that pass in one second of real time.
  package var rate: Double
}

/// The service that provides the store's time, the customers' times and real time.
///
/// A customer's clock can run ahead of the store's, so that a tester can try the renewals of one customer without those
/// of the others. It shows the store's time plus a constant. Everything about a customer's purchases happens by the
/// customer's clock; login codes, reports and prices have the store's.
package final class ClockService {
  private let records: ClockRecords
  private let customerRecords: CustomerClockRecords
  private let realTime: @Sendable () -> Date
  private var clock: StoreClock
  /// How far the customers' clocks are ahead, in milliseconds, by account id; only those that are ahead.
  private var ahead: [String: Int64]

  /// Continues the stored clock, or creates a clock that shows real time.
  init(
    _ records: ClockRecords, _ customerRecords: CustomerClockRecords, _ options: SandboxOptions
  ) throws(DatabaseError) {
    self.records = records
    self.customerRecords = customerRecords
    ahead = try customerRecords.all()
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

  /// Returns the time of an account's customer.
  func now(of account: String) -> Date { time(of: account, at: now()) }

  /// Returns how far the clock of an account's customer is ahead of the store's, in seconds.
  func ahead(of account: String) -> TimeInterval { TimeInterval(ahead[account] ?? 0) / 1000 }

  /// The accounts whose customers' clocks are ahead, in a fixed order.
  var accountsAhead: [String] { ahead.keys.sorted() }

  /// Reads the clock of an account's customer.
  func reading(of account: String) -> ClockReading { ClockReading(now: now(of: account), rate: clock.rate) }

  private func time(of account: String, at now: Date) -> Date {
    min(Date(milliseconds: now.milliseconds + (ahead[account] ?? 0)), StoreClock.end)
  }

  /// Reads the clock.
  package func reading() -> ClockReading { ClockReading(now: now(), rate: clock.rate) }

  /// Returns the time for a change of purchases, and stores the clock. See ``StoreClock/moment(real:)``.
  func moment() throws(DatabaseError) -> Date {
    let moment = clock.moment(real: real)
    try keep()
    return moment
  }

  /// Returns the time for a change of an account's purchases by its customer's clock, and stores the store's clock.
  func moment(of account: String) throws(DatabaseError) -> Date { time(of: account, at: try moment()) }

  /// Moves the clock of an account's customer forward, and stores it. If storing fails, the clock does not change.
  func move(_ account: String, by seconds: Int) throws(DatabaseError) {
    let latest = StoreClock.end.milliseconds - now().milliseconds
    let moved = min((ahead[account] ?? 0) + Int64(seconds) * 1000, max(latest, ahead[account] ?? 0))
    guard moved > 0 else { return }
    try customerRecords.keep(moved, of: account)
    ahead[account] = moved
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
