import Foundation

/// A queue of digests by their expiration: a binary heap with the earliest on top.
struct ExpiryQueue: Sendable {
  private var entries: [(digest: SHA256Hash, expiration: Date)] = []

  mutating func insert(_ digest: SHA256Hash, expiringAt expiration: Date) {
    entries.append((digest, expiration))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].expiration < entries[parent].expiration else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the earliest digest if it has expired.
  mutating func removeFirst(ifExpiredAt now: Date) -> SHA256Hash? {
    guard let first = entries.first, first.expiration <= now else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var parent = 0
    while true {
      let earliest = [2 * parent + 1, 2 * parent + 2].filter { $0 < entries.count }
        .min { entries[$0].expiration < entries[$1].expiration }
      guard let earliest, entries[earliest].expiration < entries[parent].expiration else { break }
      entries.swapAt(parent, earliest)
      parent = earliest
    }
    return first.digest
  }
}
