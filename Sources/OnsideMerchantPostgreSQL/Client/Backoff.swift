import Foundation
import OnsideMerchant

/// Pauses between attempts: 20 ms, and then each up to twice as long as the one before, up to a second; a random half
/// of it, so that servers that were stopped by the same thing do not come back in step.
struct Backoff {
  private let deadline: LedgerDeadline
  private var pause = 0.02
  private var refusals = 0

  /// - Parameter deadline: how long it goes on.
  init(until deadline: LedgerDeadline) {
    self.deadline = deadline
  }

  /// Waits for the next attempt.
  ///
  /// - Parameter isRefused: the server is there and refused us. One that has just started may do so once or twice.
  /// - Returns: false, at once, if there should be no other attempt.
  mutating func goesOn(isRefused: Bool) -> Bool {
    refusals = isRefused ? refusals + 1 : 0
    guard refusals < 3, !deadline.isOver else { return false }
    Thread.sleep(forTimeInterval: pause * Double.random(in: 0.5...1))
    pause = min(pause * 2, 1)
    return true
  }
}
