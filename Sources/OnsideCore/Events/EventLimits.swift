/// The limits for events. The first four come from Onside's description of `trackEvent`.
package enum EventLimits {
  /// The maximum number of characters in the name of an event or a parameter.
  static let nameLength = 40
  /// The maximum number of usable parameters of an event.
  static let parameters = 25
  /// The maximum number of characters in a string.
  static let stringLength = 100
  /// The prefixes that the name of an event or a parameter must not have. Letter case matters.
  static let reservedPrefixes = ["onside_", "$$"]
  /// The maximum number of warnings about one event. Further warnings are only counted.
  static let warnings = 20

  /// The limits for events that are kept and sent.
  package struct Queue: Sendable {
    /// The maximum number of events that wait to be sent. If there are more, the oldest are dropped.
    var kept = 10_000
    /// The maximum size of all waiting events together, as JSON, in bytes.
    var keptBytes = 16 << 20
    /// The maximum number of events in one batch.
    var batch = 50
    /// The delay after the first failure. Each further failure in a row doubles the delay.
    var firstDelay = Duration.seconds(1)
    /// The longest delay between two attempts.
    var longestDelay = Duration.seconds(300)

    /// Creates the default limits.
    package init() {}
  }
}
