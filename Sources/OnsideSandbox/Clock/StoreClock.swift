import Foundation

/// The store's clock: real time, moved on and run at another rate. It never goes back, also when real time does.
struct StoreClock: Hashable {
  /// The last time that it shows; real time or a tester's order would take it further.
  static let end = Date(timeIntervalSince1970: 253_370_764_800)  // 9999-01-01

  /// The real time at which it showed ``start``.
  var realStart: Date
  /// What it showed then.
  var start: Date
  /// How many of its seconds pass in one.
  var rate: Double
  /// The latest time that it has shown.
  var latest: Date

  /// A clock that shows real time.
  init(real: Date) {
    let real = real.wholeMilliseconds
    (realStart, start, rate, latest) = (real, real, 1, real)
  }

  init(realStart: Date, start: Date, rate: Double, latest: Date) {
    (self.realStart, self.start, self.rate, self.latest) = (realStart, start, rate, latest)
  }

  /// What it shows, in whole milliseconds.
  mutating func now(real: Date) -> Date {
    let shown = start.addingTimeInterval(real.timeIntervalSince(realStart) * rate)
    latest = min(max(latest, shown.wholeMilliseconds), Self.end)
    return latest
  }

  /// The time of something that changes purchases: later than all that was shown before, so that no statement of before
  /// has the time of one after it.
  mutating func moment(real: Date) -> Date {
    let before = latest
    let now = now(real: real)
    if now == before { latest = min(Date(milliseconds: before.milliseconds + 1), Self.end) }
    return latest
  }

  /// Moves it on, and lets it run at a rate from there.
  /// - Parameter rate: nil leaves it as it is.
  mutating func move(by seconds: TimeInterval, rate: Double?, real: Date) {
    let now = now(real: real)
    start = min(now.addingTimeInterval(seconds), Self.end)
    realStart = real.wholeMilliseconds
    latest = start
    self.rate = rate ?? self.rate
  }
}

extension Date {
  /// A time as the database has it.
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Whole milliseconds since 1970.
  var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

  /// The nearest time without a fraction of a millisecond.
  var wholeMilliseconds: Date { Date(milliseconds: milliseconds) }
}
