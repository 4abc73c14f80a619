/// A measure of how far a client is behind a minimum rate.
///
/// A client gets no credit for bytes that it sends early.
struct RateMeter: Hashable, Sendable {
  private let minimumRate: Int
  private var paidUntil: ContinuousClock.Instant

  /// - Parameter minimumRate: the rate, in bytes per second; at least 1.
  init(minimumRate: Int, at now: ContinuousClock.Instant) {
    self.minimumRate = max(minimumRate, 1)
    paidUntil = now
  }

  /// Counts bytes that the client has sent or read.
  mutating func count(_ bytes: Int, at now: ContinuousClock.Instant) {
    paidUntil = min(now, paidUntil + .seconds(Double(bytes) / Double(minimumRate)))
  }

  /// Returns how far the client is behind the rate, as a time.
  func lag(at now: ContinuousClock.Instant) -> Duration { paidUntil.duration(to: now) }
}
