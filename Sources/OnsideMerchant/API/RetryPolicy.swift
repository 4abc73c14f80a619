import Foundation

/// When a request that failed is tried again.
struct RetryPolicy {
  let options: MerchantClientOptions

  /// How long to wait after a try.
  ///
  /// - Parameters:
  ///   - tries: How many there were, at least 1.
  ///   - left: How much of the time of all tries is left.
  ///   - chance: Between 0 and 1.
  /// - Returns: nil if it is not tried again.
  func pause(after error: MerchantError, tries: Int, left: Duration, chance: Double) -> Duration? {
    guard error.isTransient, tries < options.maximumTries else { return nil }
    let doubled = options.firstPause * (1 << min(tries - 1, 20))
    let own = min(doubled, options.longestPause) * (0.5 + chance / 2)
    let demanded = error.retryAfter ?? .zero
    // Never earlier than demanded, and not all at that moment either.
    let pause = demanded == .zero ? own : demanded + options.firstPause * chance
    return demanded <= options.longestDemandedPause && pause < left ? pause : nil
  }
}
