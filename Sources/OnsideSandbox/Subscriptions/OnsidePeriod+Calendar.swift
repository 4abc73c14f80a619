import Foundation
import OnsideCore

extension OnsidePeriod {
  /// Returns the end of `times` periods that begin at `start`, by the calendar in UTC, at most ``endOfTime``. One month
  /// from January 31 ends on the last day of February; two months from January 31 end on March 31.
  func end(from start: Date, times: Int = 1) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let (component, count) = unit
    let end = calendar.date(byAdding: component, value: Int(count) * times, to: start)
    return min(end ?? Self.endOfTime, Self.endOfTime)
  }

  /// A time after the last time that the store's clock can show, so that nothing becomes due at that time.
  static let endOfTime = StoreClock.end.addingTimeInterval(86_400)

  private var unit: (Calendar.Component, UInt) {
    switch self {
    case .day(let count): (.day, count)
    case .week(let count): (.weekOfYear, count)
    case .month(let count): (.month, count)
    case .year(let count): (.year, count)
    }
  }
}
