import Foundation

/// The timeouts, retries and limits of a ``MerchantClient``.
public struct MerchantClientOptions: Hashable, Sendable {
  /// The timeout of one attempt.
  public var timeout: Duration = .seconds(10)
  /// The timeout of a call: all its attempts and the pauses between them.
  public var totalTimeout: Duration = .seconds(30)
  /// The maximum number of attempts for one request.
  public var maximumTries = 4
  /// The pause after the first failed attempt. The pause doubles after each further failure. Half of each pause is
  /// random, so that many clients do not retry at the same moment.
  public var firstPause: Duration = .milliseconds(250)
  /// The longest pause between two attempts if the server does not demand one.
  public var longestPause: Duration = .seconds(5)
  /// The longest pause that the server may demand with `Retry-After`. The call fails at once if the server demands a
  /// longer pause.
  public var longestDemandedPause: Duration = .seconds(20)
  /// The maximum size of a signed history, in bytes.
  public var maximumBytes = 4 << 20
  /// The maximum number of connections that the client keeps and uses at the same time.
  public var maximumConnections = 8
  /// The number of seconds, at most 20, by which the start of a token's validity (`nbf`) lies in the past, because the
  /// server's clock can be behind. The token's end (`exp`) is earlier by the same number, because a token is valid for
  /// at most 30 seconds.
  public var clockTolerance: TimeInterval = 5

  /// Creates options with the default values.
  public init() {}
}
