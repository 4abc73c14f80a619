import Foundation

/// Real time in the test's hand.
final class TestTime: @unchecked Sendable {  // what changes is under the lock
  private let lock = NSLock()
  private var current: Date
  private var secondsAfterReading: TimeInterval = 0

  /// - Parameter text: such as `2026-01-31T12:00:00Z`.
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

  /// Lets time pass; a negative number sets it back.
  /// - Parameter afterReading: whether the time passes only when it was read once more.
  func pass(_ seconds: TimeInterval, afterReading: Bool = false) {
    lock.withLock { if afterReading { secondsAfterReading = seconds } else { current += seconds } }
  }
}

/// The date of a text such as `2026-01-31T12:00:00Z`.
func date(_ text: String) -> Date {
  guard let date = try? Date(text, strategy: .iso8601) else { preconditionFailure("no date: \(text)") }
  return date
}
