/// How much of events there may be. The first four are of the brief.
package enum EventLimits {
  /// How many characters the name of an event or a parameter may have.
  static let nameLength = 40
  /// How many parameters an event may have, of those that are usable.
  static let parameters = 25
  /// How many characters a string may have.
  static let stringLength = 100
  /// What the name of an event or a parameter may not begin with, letter case included.
  static let reservedPrefixes = ["onside_", "$$"]
  /// How many warnings are written about one event, before the others are counted.
  static let warnings = 20

  /// How many events are kept and sent.
  package struct Queue: Sendable {
    /// How many events wait to be sent, before the oldest are dropped.
    var kept = 10_000
    /// How many bytes they may have together, as JSON.
    var keptBytes = 16 << 20
    /// How many are sent at once.
    var batch = 50
    /// How long to wait after a first failure. Each further failure in a row doubles it.
    var firstDelay = Duration.seconds(1)
    /// How long to wait at most.
    var longestDelay = Duration.seconds(300)

    /// The usual ones.
    package init() {}
  }
}
