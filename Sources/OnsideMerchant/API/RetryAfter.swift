import Foundation

/// The header field `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// How long to wait: so many seconds, or until a date, none if it has passed. Nil if it is neither.
  static func duration(_ text: String?, at now: Date) -> Duration? {
    guard let text = text?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = CacheControl.seconds(text) { return .seconds(seconds) }
    guard let date = date(text) else { return nil }
    return .seconds(max(0, date.timeIntervalSince(now)))
  }

  /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
  private static func date(_ text: String) -> Date? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text)
  }
}
