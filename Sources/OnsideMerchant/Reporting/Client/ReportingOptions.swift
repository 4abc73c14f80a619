/// The timeouts and retries of a ``ReportingClient``.
public struct ReportingOptions: Hashable, Sendable {
  /// The timeout of one attempt. It must be long enough to send a report of 5 MB.
  public var timeout: Duration = .seconds(60)
  /// The timeout of a request: all its attempts and the pauses between them.
  public var totalTimeout: Duration = .seconds(300)
  /// The maximum number of attempts for one request.
  public var maximumTries = 8
  /// The pause after the first failed attempt. The pause doubles after each further failure, and half of it is random.
  public var firstPause: Duration = .milliseconds(250)
  /// The longest pause between two attempts if the server does not demand one.
  public var longestPause: Duration = .seconds(10)
  /// The longest pause that the server may demand with `Retry-After`. The request fails at once if the server demands a
  /// longer pause.
  public var longestDemandedPause: Duration = .seconds(120)
  /// The first and the longest pause between two requests for the state of a report.
  public var pollingPauses: ClosedRange<Duration> = .milliseconds(500) ... .seconds(10)

  /// Creates options with the default values.
  public init() {}
}
