/// One refresh for all calls that come while it runs. A call that comes after its end starts another refresh.
///
/// A waiting call that gives up (its page is gone, its deadline has passed) leaves the refresh to the others: a refresh that was
/// sent cannot be taken back, and a second one beside it would use up a refresh token that is valid only once. A refresh that
/// takes longer than `timeout` is cancelled and fails for all that wait, because otherwise one refresh that hangs would
/// block all later ones for ever.
@MainActor final class SharedRefresh {
  private let timeout: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let work: @MainActor () async throws -> TodayToken
  private var current: Attempt?

  /// - Parameters:
  ///   - timeout: how long a refresh may take.
  ///   - clock: what the timeout is measured on.
  ///   - work: refreshes the session. Its task is cancelled at the timeout.
  init(
    timeout: Duration, clock: some Clock<Duration>, work: @escaping @MainActor () async throws -> TodayToken
  ) {
    self.timeout = timeout
    sleep = { try await clock.sleep(for: $0) }
    self.work = work
  }

  /// The token of the refresh that runs, or of a new one.
  ///
  /// - Throws: what the refresh throws, or ``TodayRefreshError/timedOut``.
  func token() async throws -> TodayToken {
    let attempt = current ?? begin()
    return try await attempt.value()
  }

  private func begin() -> Attempt {
    let attempt = Attempt()
    current = attempt
    let refresh = Task { [weak self, work] in
      let result: Result<TodayToken, any Error>
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      attempt.settle(result)
      self?.forget(attempt)
    }
    let timer = Task { [weak self, timeout, sleep] in
      do {
        try await sleep(timeout)
      } catch {
        return  // the refresh has ended
      }
      attempt.settle(.failure(TodayRefreshError.timedOut))
      self?.forget(attempt)
    }
    attempt.onEnd = {
      refresh.cancel()
      timer.cancel()
    }
    return attempt
  }

  /// Lets the next call start a refresh of its own.
  private func forget(_ attempt: Attempt) {
    if current === attempt { current = nil }
  }

  /// A refresh and the calls that wait for it. Later results than the first are ignored.
  @MainActor private final class Attempt {
    var onEnd: () -> Void = {}
    private var result: Result<TodayToken, any Error>?
    private var waiting: [CheckedContinuation<TodayToken, any Error>] = []

    func value() async throws -> TodayToken {
      if let result { return try result.get() }
      return try await withCheckedThrowingContinuation { waiting.append($0) }
    }

    func settle(_ result: Result<TodayToken, any Error>) {
      guard self.result == nil else { return }
      self.result = result
      onEnd()
      let waiting = waiting
      self.waiting = []
      for continuation in waiting { continuation.resume(with: result) }
    }
  }
}
