import Foundation

/// A flag that tells the worker threads that the ledger is being closed.
package final class LedgerShutdown: @unchecked Sendable {
  // Unchecked: the lock guards the mutable state.
  private let lock = NSLock()
  private var isClosing = false

  package init() {}

  package var hasBegun: Bool { lock.withLock { isClosing } }

  package func begin() { lock.withLock { isClosing = true } }
}
