import Foundation

/// The store's real time, which the test sets.
final class TestTime: @unchecked Sendable {  // The lock protects all state.
  private let lock = NSLock()
  private var current: Date
  private var secondsAfterReading: TimeInterval = 0

  /// Sets the time.
  ///
  /// - Parameter text: a time such as `2026-01-31T12:00:00Z`.
  init(_ text: String) { current = date(text) }

  var now: Date {
    lock.withLock {
      defer {
        current += secondsAfterReading
        secondsAfterReading = 0
      }
      return current
    }
  }

  /// Lets time pass. A negative number sets the time back.
  /// - Parameter afterReading: whether the time changes only after it has been read once more.
  func pass(_ seconds: TimeInterval, afterReading: Bool = false) {
    lock.withLock { if afterReading { secondsAfterReading = seconds } else { current += seconds } }
  }
}

/// Returns the date of a text such as `2026-01-31T12:00:00Z`.
func date(_ text: String) -> Date {
  guard let date = try? Date(text, strategy: .iso8601) else { preconditionFailure("not a date: \(text)") }
  return date
}

extension Date {
  /// The day in UTC, such as `2026-01-31`.
  var day: String { String(ISO8601Format().prefix(10)) }
}

extension Date? {
  /// The day in UTC, such as `2026-01-31`; nil for no date.
  var day: String? { self?.day }
}
