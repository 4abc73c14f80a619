/// The decision how many requests are gathered before a commit, and for how long.
///
/// If requests overlap, a commit waits until as many requests are there as at the end of the last commit, or until a time
/// has passed. A single caller that sends one request after another never waits.
struct RequestGathering {
  /// The longest wait for further requests.
  private let time: Duration
  /// The number of requests without an answer, and its maximum since the end of the last commit.
  private var (open, mostOpen) = (0, 0)
  /// The number of requests to gather.
  private var expected = 1
  /// The time at which the wait ends even if there are fewer requests; nil while no request waits.
  private var end: ContinuousClock.Instant?

  init(atMost time: Duration) { self.time = time }

  /// Notes a request that arrives.
  mutating func noteArrival() {
    open += 1
    mostOpen = max(mostOpen, open)
  }

  /// Notes that the caller of a request has its answer.
  mutating func noteAnswer() { open -= 1 }

  /// Returns whether so many waiting requests are enough, or have waited for long enough.
  func isComplete(_ waiting: Int) -> Bool { waiting >= expected || end.map { $0 <= .now } ?? false }

  /// Begins the wait, unless it has begun, and returns the time at which it ends.
  mutating func begin() -> ContinuousClock.Instant {
    let end = end ?? .now + time
    self.end = end
    return end
  }

  /// Ends the wait, because the requests are being recorded.
  mutating func finish() { end = nil }

  /// Notes the number of requests in a commit that has ended, and of those that wait for the next one. No more requests
  /// are expected than have been open at the same time, because a caller may already have sent another request after its
  /// answer.
  mutating func noteCommit(of recorded: Int, waiting: Int) {
    expected = min(recorded + waiting, mostOpen, LedgerBatch.mostRequests)
    mostOpen = open
  }
}
