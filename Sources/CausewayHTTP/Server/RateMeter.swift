/// How far a client is behind a rate.
///
/// A client gets no credit for bytes that it sends early.
struct RateMeter: Hashable, Sendable {
  private let minimumRate: Int
  private var paidUntil: ContinuousClock.Instant

  /// - Parameter minimumRate: in bytes per second; at least 1.
  init(minimumRate: Int, at now: ContinuousClock.Instant) {
    self.minimumRate = max(minimumRate, 1)
    paidUntil = now
  }

  /// So many bytes were sent or read.
  mutating func count(_ bytes: Int, at now: ContinuousClock.Instant) {
    paidUntil = min(now, paidUntil + .seconds(Double(bytes) / Double(minimumRate)))
  }

  /// How long ago the client's bytes should have come.
  func lag(at now: ContinuousClock.Instant) -> Duration { paidUntil.duration(to: now) }
}
