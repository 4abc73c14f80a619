/// The rule for how many requests a worker gathers before a commit, and for how long.
///
/// If requests overlap, a commit waits until as many requests are there as the last commit contained, plus those that
/// waited at its end, but at most for a set time. The expected number falls after each wait that was too short, and after
/// requests without a commit. A single caller that sends one request after another waits at most once, after the others
/// have stopped.
struct RequestGathering {
  /// The longest wait; zero for none.
  private let gatheringTime: Duration
  /// The number of requests without an answer, and its maximum since the end of the last commit.
  private var (open, mostOpen) = (0, 0)
  /// The number of requests to gather.
  private var expected = 1
  /// The end of the wait; nil while no request waits for others.
  private var deadline: ContinuousClock.Instant?

  init(gatheringTime: Duration) { self.gatheringTime = gatheringTime }

  /// Notes a request that arrives.
  mutating func noteArrival() {
    open += 1
    mostOpen = max(mostOpen, open)
  }

  /// Notes that the caller of a request has its answer.
  mutating func noteAnswer() { open -= 1 }

  /// Returns whether this number of waiting requests is enough, or their wait is over.
  func isComplete(_ waiting: Int, at now: ContinuousClock.Instant) -> Bool {
    waiting >= expected || gatheringTime == .zero || deadline.map { $0 <= now } ?? false
  }

  /// Begins the wait, unless it has begun, and returns its end.
  mutating func begin(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let deadline = deadline ?? now + gatheringTime
    self.deadline = deadline
    return deadline
  }

  /// Ends the wait, because no request waits any more.
  mutating func end() { deadline = nil }

  /// Notes that requests have been recorded together.
  ///
  /// A caller may send its next request before this call. So no more requests are expected than have been open at the same
  /// time. After a wait that was too short, the requests that wait now do not count, because they may have arrived during
  /// the commit only because of that wait.
  ///
  /// - Parameters:
  ///   - waiting: The number of requests that wait now.
  ///   - hasCommitted: Whether there was a commit. Without one, there is nothing that requests could share.
  mutating func noteRecords(_ recorded: Int, waiting: Int, hasCommitted: Bool) {
    if !hasCommitted {
      expected = 1
    } else if recorded < expected {
      expected = recorded
    } else {
      expected = min(recorded + waiting, mostOpen, LedgerBatch.mostRequests)
    }
    mostOpen = open
  }
}
