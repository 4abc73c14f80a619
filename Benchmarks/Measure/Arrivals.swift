/// The times at which messages of a page arrive.
///
/// A page that asks, waits for the answer and asks again is heard once each round trip: the time between two arrivals is
/// one whole round trip, on a clock that is finer than the page's own, which WebKit rounds to a millisecond.
@MainActor final class Arrivals {
  /// Whether anything is noted: the notes take memory, too.
  var isNoting = true
  private var previous: ContinuousClock.Instant?
  private(set) var intervals = Samples()

  /// A message is here.
  func record() {
    guard isNoting else { return }
    let now = ContinuousClock.now
    if let previous { intervals.add(now - previous) }
    previous = now
  }

  /// What was heard so far does not count.
  func forget() { intervals = Samples() }

  /// The next message begins a new series.
  func pause() { previous = nil }
}
