import Foundation

/// The store's clock: real time, which a tester can move forward and run at another rate. The clock never goes back,
/// even if real time does.
struct StoreClock: Hashable {
  /// The latest time that the clock can show. Neither real time nor a tester moves the clock past it.
  static let end = Date(timeIntervalSince1970: 253_370_764_800)  // 9999-01-01

  /// The real time at which the clock was created or last moved.
  var realStart: Date
  /// The time that the clock showed at ``realStart``.
  var start: Date
  /// The number of seconds of store time that pass in one second of real time.
  var rate: Double
  /// The latest time that the clock has shown.
  var latest: Date

  /// Creates a clock that shows real time.
  init(real: Date) {
    let real = real.wholeMilliseconds
    (realStart, start, rate, latest) = (real, real, 1, real)
  }

  init(realStart: Date, start: Date, rate: Double, latest: Date) {
    (self.realStart, self.start, self.rate, self.latest) = (realStart, start, rate, latest)
  }

  /// Returns the store's time, in whole milliseconds.
  mutating func now(real: Date) -> Date {
    let shown = start.addingTimeInterval(real.timeIntervalSince(realStart) * rate)
    latest = min(max(latest, shown.wholeMilliseconds), Self.end)
    return latest
  }

  /// Returns the time for a change of purchases. It is later than every time that the clock has shown, so that a
  /// statement from before the change never has a later time than the change.
  mutating func moment(real: Date) -> Date {
    let before = latest
    let now = now(real: real)
    if now == before { latest = min(Date(milliseconds: before.milliseconds + 1), Self.end) }
    return latest
  }

  /// Moves the clock forward, and sets its rate from then on.
  /// - Parameter rate: the new rate; nil keeps the current one.
  mutating func move(by seconds: TimeInterval, rate: Double?, real: Date) {
    let now = now(real: real)
    start = min(now.addingTimeInterval(seconds), Self.end)
    realStart = real.wholeMilliseconds
    latest = start
    self.rate = rate ?? self.rate
  }
}

extension Date {
  /// Creates a date from whole milliseconds since 1970, the unit of the database.
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Whole milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  /// The date rounded to whole milliseconds.
  var wholeMilliseconds: Date { Date(milliseconds: milliseconds) }
}
