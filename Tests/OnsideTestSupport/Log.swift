import Foundation

/// The lines of a log.
package final class Log: @unchecked Sendable {  // everything happens under the lock
  private let lock = NSLock()
  private var written: [String] = []

  /// An empty log.
  package init() {}

  /// What was written.
  package var lines: [String] { lock.withLock { written } }
  /// Adds a line.
  package func write(_ line: String) { lock.withLock { written.append(line) } }
}
