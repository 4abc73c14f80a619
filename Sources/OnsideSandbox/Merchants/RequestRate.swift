import Foundation

/// How often something may be asked.
public struct RequestRate: Hashable, Sendable {
  /// How many requests in a second, on average; more than 0.
  public var perSecond: Double
  /// How many at once, at least 1.
  public var burst: Int

  /// A rate.
  public init(perSecond: Double, burst: Int) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// A token bucket: each request takes a token, and tokens come back at a rate.
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
  /// - Returns: nil if there was one; else in how many seconds, rounded up, there will be.
  mutating func take(at real: Date) -> Int? {
    // Real time that was set back gives no tokens, and takes none.
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
