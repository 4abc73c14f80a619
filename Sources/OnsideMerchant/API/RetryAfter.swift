import Foundation

/// The header field `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// Returns the time to wait. The field holds either seconds or a date; a past date yields zero, and any other text
  /// yields nil.
  static func duration(_ text: String?, at now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = CacheControl.seconds(text) { return .seconds(seconds) }
    guard let date = date(text) else { return nil }
    return .seconds(max(0, date.timeIntervalSince(now)))
  }

  /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> Date? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text)
  }
}
