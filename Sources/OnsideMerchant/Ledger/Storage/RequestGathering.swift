/// The decision how many requests a worker gathers before it commits them, and for how long.
///
/// If requests overlap, a commit waits until as many requests are there as the last commit contained, plus those that
/// waited at its end, but at most for a set time. The expected number falls after each wait that was too short, and after
/// requests that changed nothing. A single caller that sends one request after another never waits.
struct RequestGathering {
  /// The longest wait.
  private let timeout: Duration
  /// The number of requests without an answer, and its maximum since the end of the last commit.
  private var (open, mostOpen) = (0, 0)
  /// The number of requests to gather.
  private var expected = 1
  /// The end of the wait; nil while no request waits for others.
  private var deadline: ContinuousClock.Instant?

  /// - Parameter timeout: The longest wait; zero for none.
  init(timeout: Duration) { self.timeout = timeout }

  /// Notes a request that arrives.
  mutating func noteArrival() {
    open += 1
    mostOpen = max(mostOpen, open)
  }

  /// Notes that the caller of a request has its answer.
  mutating func noteAnswer() { open -= 1 }

  /// Returns whether this number of waiting requests is enough, or their wait is over.
  func isComplete(_ waiting: Int, at now: ContinuousClock.Instant) -> Bool {
    waiting >= expected || timeout == .zero || deadline.map { $0 <= now } ?? false
  }

  /// Begins the wait, unless it has begun, and returns its end.
  mutating func begin(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let deadline = deadline ?? now + timeout
    self.deadline = deadline
    return deadline
  }

  /// Ends the wait, because no request waits any more.
  mutating func end() { deadline = nil }

  /// Notes that requests have been recorded together.
  ///
  /// No more requests are expected than have been open at the same time, because a caller may send its next request
  /// before this call. Nor are more expected than have come after a wait that was too short, because the requests that
  /// arrived during the commit may only have done so because of that wait.
  ///
  /// - Parameters:
  ///   - waiting: The number of requests that wait now.
  ///   - isDurable: Whether a commit was necessary. If not, there is nothing that requests could share.
  mutating func noteRecords(_ recorded: Int, waiting: Int, isDurable: Bool) {
    if !isDurable {
      expected = 1
    } else if recorded < expected {
      expected = recorded
    } else {
      expected = min(recorded + waiting, mostOpen, LedgerBatch.mostRequests)
    }
    mostOpen = open
  }
}
