import Foundation

/// How patient a ``MerchantClient`` is.
public struct MerchantClientOptions: Hashable, Sendable {
  /// How long one try may take.
  public var patience: Duration = .seconds(10)
  /// How long all tries of a call may take together, with the pauses between them.
  public var totalPatience: Duration = .seconds(30)
  /// How often a request is tried at most.
  public var maximumTries = 4
  /// The pause after the first try that failed. It doubles with each further one, and half of it is left to chance, so
  /// that many clients do not come back at once.
  public var firstPause: Duration = .milliseconds(250)
  /// The longest pause of its own accord.
  public var longestPause: Duration = .seconds(5)
  /// The longest pause that the server can ask for, with `Retry-After`. Asked for a longer one, the call fails at once.
  public var longestDemandedPause: Duration = .seconds(20)
  /// How long a signed history may be, in bytes.
  public var maximumBytes = 4 << 20
  /// How many connections are kept and used at once.
  public var maximumConnections = 8
  /// How many seconds a token begins in the past, in case the server's clock is behind; at most 20. They are lost at
  /// the end of the 30 seconds for which it is valid.
  public var clockTolerance: TimeInterval = 5

  /// The usual options.
  public init() {}
}
