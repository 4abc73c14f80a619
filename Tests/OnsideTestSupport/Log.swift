import Foundation

/// A log for tests, which keeps its lines.
package final class Log: @unchecked Sendable {  // The lock protects all state.
  private let lock = NSLock()
  private var written: [String] = []

  /// Creates an empty log.
  package init() {}

  /// The lines, in the order in which they were written.
  package var lines: [String] { lock.withLock { written } }
  /// Adds a line.
  package func write(_ line: String) { lock.withLock { written.append(line) } }
}
