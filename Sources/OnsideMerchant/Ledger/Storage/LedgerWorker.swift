import Foundation

/// A thread for one storage, because the calls of a storage block.
package final class LedgerWorker<Storage: LedgerStorage>: @unchecked Sendable {
  // Unchecked: only the serial queue touches the storage.
  private let storage: Storage
  private let queue = DispatchQueue(label: "causeway.ledger")

  package init(_ storage: sending Storage) { self.storage = storage }

  /// Queues work on the storage behind earlier work, and returns at once.
  package func start(_ work: @escaping @Sendable (Storage) -> Void) {
    queue.async { work(self.storage) }
  }

  /// Queues work on the storage behind earlier work, and waits for the result.
  package func run<Value: Sendable>(_ work: @escaping @Sendable (Storage) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work(self.storage)) }
    }
  }
}
