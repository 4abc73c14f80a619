import Foundation
import LedgerTestSupport
import OnsideMerchant

/// A clock that a test moves. It begins at `InAppPurchase.epoch`.
final class TestClock: @unchecked Sendable {  // the lock protects `seconds`
  private let lock = NSLock()
  private var seconds: TimeInterval = 0

  var now: Date { InAppPurchase.epoch + lock.withLock { seconds } }

  func move(by time: TimeInterval) { lock.withLock { seconds += time } }

  func set(_ time: TimeInterval) { lock.withLock { seconds = time } }
}
