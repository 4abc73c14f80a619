import Foundation

/// When a request that failed is tried again.
struct RetryPolicy {
  let maximumTries: Int
  let firstPause: Duration
  let longestPause: Duration
  let longestDemandedPause: Duration

  init(options: MerchantClientOptions) {
    maximumTries = options.maximumTries
    firstPause = options.firstPause
    longestPause = options.longestPause
    longestDemandedPause = options.longestDemandedPause
  }

  init(_ options: ReportingOptions) {
    maximumTries = options.maximumTries
    firstPause = options.firstPause
    longestPause = options.longestPause
    longestDemandedPause = options.longestDemandedPause
  }

  /// How long to wait after a try.
  ///
  /// - Parameters:
  ///   - tries: How many there were, at least 1.
  ///   - left: How much of the time of all tries is left.
  ///   - chance: Between 0 and 1.
  /// - Returns: nil if it is not tried again.
  func pause(after error: MerchantError, tries: Int, left: Duration, chance: Double) -> Duration? {
    pause(
      isTransient: error.isTransient, demanded: error.retryAfter ?? .zero, tries: tries, left: left, chance: chance)
  }

  /// The same for any error.
  ///
  /// - Parameters:
  ///   - isTransient: Whether the same request can succeed later.
  ///   - demanded: How long the server wants to be left alone.
  func pause(isTransient: Bool, demanded: Duration, tries: Int, left: Duration, chance: Double) -> Duration? {
    guard isTransient, tries < maximumTries else { return nil }
    let doubled = firstPause * (1 << min(tries - 1, 20))
    let own = min(doubled, longestPause) * (0.5 + chance / 2)
    // Never earlier than demanded, and not all at that moment either.
    let pause = demanded == .zero ? own : demanded + firstPause * chance
    return demanded <= longestDemandedPause && pause < left ? pause : nil
  }
}
