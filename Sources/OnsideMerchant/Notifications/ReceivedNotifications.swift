import Foundation

/// The notifications that were recorded lately, so that a repeated notification needs no call of the ledger.
///
/// A repeated notification would have no effect in the ledger anyway. So this list may be incomplete: another server,
/// or this one after a restart, calls the ledger again.
final class ReceivedNotifications: @unchecked Sendable {  // the lock protects `known` and `keys`
  /// The notification's id and the time of its signature. The store can send the same notification again with a new
  /// signature and the order's newer state.
  struct Key: Hashable {
    let id: UUID
    let createdAt: Date

    init(_ notification: StoreNotification) {
      id = notification.id
      createdAt = notification.createdAt
    }
  }

  /// The number of notifications that are remembered.
  private static let limit = 10_000

  private let lock = NSLock()
  private var known: Set<Key> = []
  /// The notifications in the order in which they were recorded.
  private var keys: [Key] = []

  /// Returns whether a notification was recorded.
  func contains(_ key: Key) -> Bool { lock.withLock { known.contains(key) } }

  /// Notes that a notification was recorded, and forgets those that are too old to be accepted again.
  func insert(_ key: Key, at now: Date) {
    lock.withLock {
      guard known.insert(key).inserted else { return }
      keys.append(key)
      let old = keys.prefix { $0.createdAt < now - StoreNotification.window }.count
      forget(max(old, keys.count - Self.limit))
    }
  }

  private func forget(_ count: Int) {
    for key in keys.prefix(count) { known.remove(key) }
    keys.removeFirst(count)
  }
}
