import CausewayJSON
import Foundation

/// A reader and writer for dates and times in the format of RFC 3339.
///
/// Foundation's own format accepts more than the RFC allows, and takes several microseconds for each date of a
/// purchase.
package enum RFC3339 {
  /// The seconds from 1970 to 2001, the reference date of `Date`.
  private static let epochOffset = 978_307_200
  private static let secondsPerDay = 86_400
  /// The dates that can be written, in seconds from 1970: from 0000-01-01 to 9999-12-31.
  private static let writable = -62_167_219_200..<253_402_300_800

  /// Reads a text such as `2026-01-31T12:00:00.5+01:00`. Returns nil if the text does not match RFC 3339, section 5.6,
  /// or if the date in UTC is not in the years 0 to 9999.
  ///
  /// The date is truncated to the millisecond. A leap second becomes the first second of the next day.
  package static func date(_ text: String) -> Date? {
    var text = text
    return text.withUTF8 { bytes in
      var scanner = Scanner(bytes: bytes)
      return scanner.milliseconds()
    }
    .map { Date(timeIntervalSinceReferenceDate: Double($0 - epochOffset * 1000) / 1000) }
  }

  /// Writes a date in UTC, rounded to the millisecond: `2026-01-31T11:00:00.500Z`. Milliseconds are omitted if they are
  /// zero. A date before the year 0 or after 9999 becomes the nearest date that can be written.
  package static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    let first = Double(writable.lowerBound)
    let last = Double(writable.upperBound) - 0.001
    let bounded = seconds.isNaN ? 0 : min(max(seconds, first), last)
    let total = Int((bounded * 1000).rounded())
    let (day, rest) = total.flooringDivision(by: secondsPerDay * 1000)
    let (year, month, dayOfMonth) = civilDate(day)
    let (second, millisecond) = rest.quotientAndRemainder(dividingBy: 1000)
    var text: [UInt8] = []
    text.reserveCapacity(24)
    text.append(year, digits: 4, before: "-")
    text.append(month, digits: 2, before: "-")
    text.append(dayOfMonth, digits: 2, before: "T")
    text.append(second / 3600, digits: 2, before: ":")
    text.append(second / 60 % 60, digits: 2, before: ":")
    text.append(second % 60, digits: 2, before: millisecond == 0 ? "Z" : ".")
    if millisecond != 0 { text.append(millisecond, digits: 3, before: "Z") }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the number of days from 1970-01-01 to a date. The calculation starts each year in March, so that the leap
  /// day is the last day of the year.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let (century, yearOfCentury) = shifted.flooringDivision(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return century * 146_097 + yearOfCentury * 365 + yearOfCentury / 4 - yearOfCentury / 100 + dayOfYear - 719_468
  }

  /// Returns the date that is `days` days after 1970-01-01.
  private static func civilDate(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (century, day) = (days + 719_468).flooringDivision(by: 146_097)
    let yearOfCentury = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * yearOfCentury + yearOfCentury / 4 - yearOfCentury / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = century * 400 + yearOfCentury + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  /// A scanner that reads a text from front to back. Its methods return nil at the first character that is not allowed.
  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    /// Reads the whole text, as milliseconds from 1970.
    mutating func milliseconds() -> Int? {
      guard let year = number(4), take("-"), let month = number(2), (1...12).contains(month), take("-"),
        let day = number(2), (1...Self.length(of: month, in: year)).contains(day), take("T", "t"),
        let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60, take(":"),
        let second = number(2), second <= 60, let millisecond = fraction(), let offset = offset(),
        position == bytes.count
      else { return nil }
      let seconds =
        days(year: year, month: month, day: day) * secondsPerDay + hour * 3600 + minute * 60 + second - offset
      // A leap second can only be the last second of a day in UTC.
      guard second < 60 || seconds.isMultiple(of: secondsPerDay), writable.contains(seconds) else { return nil }
      return seconds * 1000 + millisecond
    }

    private static func length(of month: Int, in year: Int) -> Int {
      switch month {
      case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }

    private mutating func take(_ characters: Unicode.Scalar...) -> Bool {
      guard position < bytes.count, characters.contains(where: { UInt8(ascii: $0) == bytes[position] }) else {
        return false
      }
      position += 1
      return true
    }

    private mutating func number(_ digits: Int) -> Int? {
      var value = 0
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    private mutating func digit() -> Int? {
      guard position < bytes.count, bytes[position].isASCIIDigit else { return nil }
      defer { position += 1 }
      return Int(bytes[position] - UInt8(ascii: "0"))
    }

    /// Reads the fraction of a second, in milliseconds; 0 if the text has no fraction.
    private mutating func fraction() -> Int? {
      guard take(".") else { return 0 }
      guard var value = digit() else { return nil }
      value = value * 10 + (digit() ?? 0)
      value = value * 10 + (digit() ?? 0)
      while digit() != nil {}
      return value
    }

    /// Reads the offset from UTC, in seconds; positive if the text's clock is ahead of UTC.
    private mutating func offset() -> Int? {
      if take("Z", "z") { return 0 }
      let isAhead = take("+")
      guard isAhead || take("-"), let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else {
        return nil
      }
      return (isAhead ? 1 : -1) * (hour * 3600 + minute * 60)
    }
  }
}

extension Int {
  /// Divides, and rounds the quotient toward negative infinity, so that the remainder is never negative.
  fileprivate func flooringDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension [UInt8] {
  /// Appends a number with leading zeros, and the character that follows.
  fileprivate mutating func append(_ number: Int, digits: Int, before character: Unicode.Scalar) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
    append(UInt8(ascii: character))
  }
}
