import Foundation

/// A memory of the IDs (`jti`) of used tokens, so that each valid token is used only once.
///
/// The guard remembers at most ``capacity`` IDs. It stores the SHA-256 digest of each, so a long ID takes no more
/// memory than a short one. A full guard refuses new IDs instead of forgetting old ones. Admitting an ID takes O(log
/// *n*) time.
public struct ReplayGuard: Sendable {
  /// The maximum number of remembered IDs.
  public let capacity: Int
  private var ids: Set<SHA256Hash> = []
  private var expiries = ExpiryQueue()

  /// Creates an empty guard.
  public init(capacity: Int = 100_000) {
    self.capacity = capacity
  }

  /// The number of remembered IDs, including IDs that have expired since the last call of ``admit(_:until:at:)``.
  public var count: Int { ids.count }

  /// Admits an ID and remembers it. An ID is admitted only once while its token is valid.
  ///
  /// - Parameters:
  ///   - id: The token's `jti`.
  ///   - expiration: The time from which the token is not accepted: its `exp` plus the leeway.
  ///   - now: The current time. If the clock is set back, the guard does not recognize the IDs that it has already
  ///     removed as expired.
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
