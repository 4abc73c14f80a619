/// A pause between attempts that doubles with each failure in a row, up to a maximum.
package struct GrowingPause: Sendable {
  /// The pause after the first failure.
  package let first: Duration
  package let longest: Duration

  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
  }

  /// Returns the pause after a number of failures in a row, which is at least one.
  package func duration(afterFailures count: Int) -> Duration {
    // Twenty doublings exceed every maximum, and more could overflow.
    min(first * (1 << min(max(count - 1, 0), 20)), longest)
  }

  /// Returns a random pause from half of that duration up to the whole of it. Servers that have failed at the same moment
  /// then do not all try again at the same moment.
  package func random(afterFailures count: Int) -> Duration {
    duration(afterFailures: count) * Double.random(in: 0.5...1)
  }
}
