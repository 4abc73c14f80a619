import Foundation

/// A time as the ledger stores and compares it: whole microseconds since 1970. A stored time is therefore equal to the
/// original.
package struct LedgerTime: Hashable, Sendable, Comparable {
  package let microseconds: Int64

  /// The years 0 to 9999, which RFC 3339 can write. A time outside this range becomes the nearest end of the range.
  private static let range: ClosedRange<Double> = -62_167_219_200e6...253_402_300_799e6

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package init(_ date: Date) {
    let value = (date.timeIntervalSince1970 * 1e6).rounded()
    microseconds = value.isNaN ? 0 : Int64(min(max(value, Self.range.lowerBound), Self.range.upperBound))
  }

  package var date: Date { Date(timeIntervalSince1970: Double(microseconds) / 1e6) }

  /// Returns the time after a number of microseconds.
  static func + (time: LedgerTime, microseconds: Int64) -> LedgerTime {
    LedgerTime(microseconds: time.microseconds + microseconds)
  }

  package static func < (one: LedgerTime, other: LedgerTime) -> Bool { one.microseconds < other.microseconds }
}
