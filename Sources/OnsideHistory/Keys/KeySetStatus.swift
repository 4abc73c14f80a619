/// The state of a cached key set.
package struct KeySetStatus: Hashable, Sendable {
  /// The time since the set was fetched; nil if no fetch has succeeded yet.
  package let age: Duration?
  /// The number of keys in the set.
  package let keyCount: Int
  /// Whether there is a set that is not too old to be used.
  package let isUsable: Bool
  /// The error of the last fetch; nil if it succeeded.
  package let failure: KeyFetchError?
}
