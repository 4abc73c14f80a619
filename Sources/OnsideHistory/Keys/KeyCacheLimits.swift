/// How much a ``JSONWebKeySetSource`` takes, and for how long.
public struct KeyCacheLimits: Hashable, Sendable {
  /// How long a key set may be, in bytes.
  public var maximumBytes = 256 << 10
  /// How many keys it may have.
  public var maximumKeys = 100
  /// How long an answer may take.
  public var patience: Duration = .seconds(10)
  /// How long a set is taken for fresh if the server does not say, with `Cache-Control: max-age`.
  public var usualAge: Duration = .seconds(300)
  /// The least age, whatever the server says.
  public var minimumAge: Duration = .seconds(60)
  /// The greatest age, whatever the server says.
  public var maximumAge: Duration = .seconds(86_400)
  /// How much longer a set is used while no newer one can be had.
  public var staleAge: Duration = .seconds(86_400)
  /// How long after a failure nothing is fetched.
  public var pauseAfterFailure: Duration = .seconds(10)
  /// How long after a fetch for a key id that is not known nothing is fetched for that id again.
  public var pauseForUnknownKeyID: Duration = .seconds(300)
  /// How many such key ids are remembered. Of more, the oldest is forgotten.
  public var maximumUnknownKeyIDs = 100
  /// How many fetches there can be at once for key ids that are not known, each for another one.
  public var maximumFetchesAtOnce = 10
  /// After what time there can be one more of these. A flood of made-up ids makes no more fetches, and keeps the key of
  /// a rotation away for no longer.
  public var pauseBetweenUnknownKeyIDs: Duration = .seconds(10)

  /// The usual limits.
  public init() {}
}
