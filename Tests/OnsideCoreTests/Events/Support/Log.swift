import Foundation

/// The lines of a log.
final class Log: @unchecked Sendable {  // everything happens under the lock
  private let lock = NSLock()
  private var written: [String] = []

  var lines: [String] { lock.withLock { written } }
  func write(_ line: String) { lock.withLock { written.append(line) } }
}
