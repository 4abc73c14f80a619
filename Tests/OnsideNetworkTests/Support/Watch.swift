import Foundation

/// The time of day, in the test's hand.
final class Watch: @unchecked Sendable {  // everything happens under the lock
  private let lock = NSLock()
  private var time = Date()

  var now: Date { lock.withLock { time } }
  func advance(by seconds: TimeInterval) { lock.withLock { time += seconds } }
}
