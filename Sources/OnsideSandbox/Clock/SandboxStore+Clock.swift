import CausewayDatabase
import Foundation

/// A reading of the store's clock.
package struct ClockReading: Hashable, Sendable {
  /// The store's time.
  package var now: Date
  /// The seconds of store time that pass in one second of real time.
  package var rate: Double
}

extension SandboxStore {
  /// Reads the clock.
  package func clockReading() -> ClockReading {
    ClockReading(now: clock.now(real: options.realTime()), rate: clock.rate)
  }

  /// Moves the clock forward, at most to ``StoreClock/end``, and sets its rate. Subscriptions that become due are
  /// renewed.
  /// - Parameter rate: the new rate; nil keeps the current one.
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
