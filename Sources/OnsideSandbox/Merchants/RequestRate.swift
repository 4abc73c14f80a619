import Foundation

/// A limit on the rate of requests.
public struct RequestRate: Hashable, Sendable {
  /// The average number of requests per second; more than 0.
  public var perSecond: Double
  /// The number of requests that may arrive at once; at least 1.
  public var burst: Int

  /// Creates a rate.
  public init(perSecond: Double, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// A token bucket: each request takes a token, and new tokens are added at the rate.
struct TokenBucket {
  private let rate: RequestRate
  private var tokens: Double
  private var filled: Date

  init(_ rate: RequestRate, at real: Date) {
    self.rate = rate
    tokens = Double(max(rate.burst, 1))
    filled = real
  }

  /// Takes a token.
  /// - Returns: nil if there was a token; otherwise the number of seconds, rounded up, until there is one.
  mutating func take(at real: Date) -> Int? {
    // If real time was set back, the bucket neither gains nor loses tokens.
    let elapsed = max(0, real.timeIntervalSince(filled))
    tokens = min(tokens + elapsed * rate.perSecond, Double(max(rate.burst, 1)))
    filled = real
    guard tokens < 1 else {
      tokens -= 1
      return nil
    }
    return max(1, Int(min((1 - tokens) / rate.perSecond, 86_400).rounded(.up)))
  }
}
