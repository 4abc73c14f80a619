/// How long a ``ReportingClient`` tries.
public struct ReportingOptions: Hashable, Sendable {
  /// How long one try may take. A report of 5 MB has to be sent in it.
  public var timeout: Duration = .seconds(60)
  /// How long all tries of a request may take together, with the pauses between them.
  public var totalTimeout: Duration = .seconds(300)
  /// How often a request is tried at most.
  public var maximumTries = 8
  /// The pause after the first try that failed. It doubles with each further one, and half of it is left to chance.
  public var firstPause: Duration = .milliseconds(250)
  /// The longest pause of its own accord.
  public var longestPause: Duration = .seconds(10)
  /// The longest pause that the server can ask for, with `Retry-After`. Asked for a longer one, the request fails at once.
  public var longestDemandedPause: Duration = .seconds(120)
  /// The first and the longest pause between two questions whether a report has been processed.
  public var pollingPauses: ClosedRange<Duration> = .milliseconds(500) ... .seconds(10)

  /// The usual options.
  public init() {}
}
