import Foundation

/// The ids of tokens (`jti`) that were used and are still valid, so that each is used once.
///
/// It remembers at most ``capacity`` ids, of each its SHA-256 digest: a long id takes no more memory than a short one. A
/// full guard refuses what is new instead of forgetting what is old. Admitting takes O(log *n*) time.
public struct ReplayGuard: Sendable {
  /// How many ids are remembered at most.
  public let capacity: Int
  private var ids: Set<SHA256Hash> = []
  private var expiries = ExpiryQueue()

  /// Creates a guard that knows no ids.
  public init(capacity: Int = 100_000) {
    self.capacity = capacity
  }

  /// How many ids are remembered, those that have expired meanwhile included.
  public var count: Int { ids.count }

  /// Admits an id for the first time.
  ///
  /// - Parameters:
  ///   - id: The token's `jti`.
  ///   - expiration: When the token is no longer accepted, which is its `exp` and the leeway that is given to it.
  ///   - now: The time. Should a clock go back, ids that had expired are known no longer.
  /// - Throws: ``ReplayError``.
  public mutating func admit(_ id: String, until expiration: Date, at now: Date) throws(ReplayError) {
    while let expired = expiries.removeFirst(ifExpiredAt: now) { ids.remove(expired) }
    guard expiration > now else { throw .expired }
    let digest = SHA256Hash(of: id)
    guard !ids.contains(digest) else { throw .replayed }
    guard ids.count < capacity else { throw .full }
    ids.insert(digest)
    expiries.insert(digest, expiringAt: expiration)
  }
}
