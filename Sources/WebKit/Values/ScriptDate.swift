/// A date from a script.
enum ScriptDate {
  /// Returns the `Date` for a number of milliseconds since 1970, or `NSNull` for an invalid date.
  ///
  /// An invalid date is null, as in JSON, because Foundation on Linux stops the program when a `Date` that is not a
  /// number is printed.
  static func read(_ milliseconds: Double) -> AnyHashable {
    milliseconds.isFinite ? Date(timeIntervalSince1970: milliseconds / 1000) : NSNull()
  }
}
