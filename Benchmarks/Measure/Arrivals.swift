/// The times at which messages of a page arrive.
///
/// If a page waits for each answer before its next request, one message arrives for each round trip, so the time
/// between two arrivals is one round trip. The app's clock is finer than the page's clock, which WebKit rounds to a
/// millisecond.
@MainActor final class Arrivals {
  /// Whether arrivals are recorded. The memory measurement turns this off, because the records use memory.
  var isNoting = true
  private var previous: ContinuousClock.Instant?
  private(set) var intervals = Samples()

  /// Records the arrival of a message.
  func record() {
    guard isNoting else { return }
    let now = ContinuousClock.now
    if let previous { intervals.add(now - previous) }
    previous = now
  }

  /// Deletes the recorded intervals.
  func forget() { intervals = Samples() }

  /// Ends the series of arrivals. The time until the next message is not recorded.
  func pause() { previous = nil }
}
