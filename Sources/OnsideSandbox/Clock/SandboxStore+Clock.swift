import CausewayDatabase
import Foundation

/// What the store's clock shows.
package struct ClockReading: Hashable, Sendable {
  /// The time.
  package var now: Date
  /// How many seconds of the store pass in one.
  package var rate: Double
}

extension SandboxStore {
  /// What the clock shows.
  package func clockReading() -> ClockReading {
    ClockReading(now: clock.now(real: options.realTime()), rate: clock.rate)
  }

  /// Moves the clock on, at most to the end of the year 9998, and lets it run at another rate. Subscriptions renew on the
  /// way.
  package func moveClock(bySeconds seconds: Int, rate: Double?) throws(SandboxProblem) -> ClockReading {
    try catchUp()
    var moved = clock
    moved.move(by: TimeInterval(seconds), rate: rate, real: options.realTime())
    try keeping { () throws(DatabaseError) in try records.keep(moved) }
    clock = moved
    try catchUp()
    return clockReading()
  }
}
