/// The size and time limits of a ``JSONWebKeySetSource``.
public struct KeyCacheLimits: Hashable, Sendable {
  /// The maximum length of a key set, in bytes.
  public var maximumBytes = 256 << 10
  /// The maximum number of keys in a set.
  public var maximumKeys = 100
  /// The timeout of a fetch.
  public var timeout: Duration = .seconds(10)
  /// The time for which a key set counts as fresh if the server sends no `Cache-Control: max-age`.
  public var usualAge: Duration = .seconds(300)
  /// The minimum time for which a set counts as fresh, even if the server specifies a shorter time.
  public var minimumAge: Duration = .seconds(60)
  /// The maximum time for which a set counts as fresh, even if the server specifies a longer time.
  public var maximumAge: Duration = .seconds(86_400)
  /// The additional time for which a set that is no longer fresh is used if no newer set can be fetched.
  public var staleAge: Duration = .seconds(86_400)
  /// The minimum time between a failed fetch and the next one.
  public var pauseAfterFailure: Duration = .seconds(10)
  /// The minimum time between two fetches for the same unknown key id.
  public var pauseForUnknownKeyID: Duration = .seconds(300)
  /// The maximum number of unknown key ids that are remembered. If there are more, the oldest is forgotten.
  public var maximumUnknownKeyIDs = 100
  /// The maximum number of fetches that may follow each other without a pause, each for a different unknown key id.
  public var maximumFetchesAtOnce = 10
  /// The pause after which one more fetch for an unknown key id is allowed. A flood of made-up ids therefore causes
  /// only one fetch per pause, and delays a new key after a rotation by at most one pause.
  public var pauseBetweenUnknownKeyIDs: Duration = .seconds(10)

  /// Creates the default limits.
  public init() {}
}
