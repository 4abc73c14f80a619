import Foundation

/// A thread of its own for a storage, whose calls block.
package final class LedgerWorker<Storage: LedgerStorage>: @unchecked Sendable {
  // Unchecked: nothing but the serial queue touches the storage.
  private let storage: Storage
  private let queue = DispatchQueue(label: "causeway.ledger")

  package init(_ storage: sending Storage) { self.storage = storage }

  /// Does something with the storage, after what was asked for before, and does not wait for it.
  package func start(_ work: @escaping @Sendable (Storage) -> Void) {
    queue.async { work(self.storage) }
  }

  /// Does something with the storage, after what was asked for before.
  package func run<Value: Sendable>(_ work: @escaping @Sendable (Storage) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work(self.storage)) }
    }
  }
}
