import Foundation
import OnsideMerchant

/// The pauses between attempts: first 20 ms, then twice as long each time, up to a second. Up to half of each pause is
/// dropped at random, so that servers that lost the database at the same moment do not reconnect at the same moment.
struct LedgerBackoff {
  private let deadline: LedgerDeadline
  private var pause = 0.02
  private var refusals = 0

  /// - Parameter deadline: The time after which no new attempt begins.
  init(until deadline: LedgerDeadline) {
    self.deadline = deadline
  }

  /// Waits until the next attempt is due.
  ///
  /// - Parameter isRefused: Whether a running server refused the connection. A server that has just started may refuse
  ///   once or twice.
  /// - Returns: False, without a pause, if there should be no further attempt.
  mutating func waitForNextAttempt(isRefused: Bool) -> Bool {
    refusals = isRefused ? refusals + 1 : 0
    guard refusals < 3, !deadline.isOver else { return false }
    Thread.sleep(forTimeInterval: pause * Double.random(in: 0.5...1))
    pause = min(pause * 2, 1)
    return true
  }
}
