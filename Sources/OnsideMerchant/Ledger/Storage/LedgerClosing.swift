import Foundation

/// Whether a ledger is being closed, for the threads that work for it.
package final class LedgerClosing: @unchecked Sendable {
  // Unchecked: the lock guards what changes.
  private let lock = NSLock()
  private var isClosing = false

  package init() {}

  package var hasBegun: Bool { lock.withLock { isClosing } }

  package func begin() { lock.withLock { isClosing = true } }
}
