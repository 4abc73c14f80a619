import Foundation

/// A time of day that the test advances.
final class Watch: @unchecked Sendable {  // The lock protects all state.
  private let lock = NSLock()
  private var time = Date()

  var now: Date { lock.withLock { time } }
  func advance(by seconds: TimeInterval) { lock.withLock { time += seconds } }
}
