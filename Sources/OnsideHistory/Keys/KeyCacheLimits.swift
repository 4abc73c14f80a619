/// The size and time limits of a ``JSONWebKeySetSource``.
public struct KeyCacheLimits: Hashable, Sendable {
  /// The maximum length of a key set, in bytes.
  public var maximumBytes = 256 << 10
  /// The maximum number of keys in a set.
  public var maximumKeys = 100
  /// The timeout of a fetch.
  public var timeout: Duration = .seconds(10)
  /// How long a set counts as fresh if the server does not say so with `Cache-Control: max-age`.
  public var usualAge: Duration = .seconds(300)
  /// The minimum time for which a set counts as fresh, whatever the server says.
  public var minimumAge: Duration = .seconds(60)
  /// The maximum time for which a set counts as fresh, whatever the server says.
  public var maximumAge: Duration = .seconds(86_400)
  /// How much longer a set is used while no newer one can be fetched.
  public var staleAge: Duration = .seconds(86_400)
  /// The pause in fetching after a failure.
  public var pauseAfterFailure: Duration = .seconds(10)
  /// The pause after a fetch for an unknown key id before the set is fetched for that id again.
  public var pauseForUnknownKeyID: Duration = .seconds(300)
  /// The maximum number of unknown key ids that are remembered. If there are more, the oldest is forgotten.
  public var maximumUnknownKeyIDs = 100
  /// The maximum number of fetches that may follow each other without a pause, each for a different unknown key id.
  public var maximumFetchesAtOnce = 10
  /// The pause after which one more such fetch is allowed. A flood of made-up ids causes no more fetches than that, and
  /// delays the new key after a rotation by no more than one pause.
  public var pauseBetweenUnknownKeyIDs: Duration = .seconds(10)

  /// Creates the default limits.
  public init() {}
}
