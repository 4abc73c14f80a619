/// A refresh that is shared by all calls that arrive while it runs. A call that arrives after the refresh has ended
/// starts another refresh.
///
/// If a waiting call ends early (its page is gone, or its deadline has passed), the refresh continues for the other
/// calls. A refresh that was sent cannot be taken back, and a second one at the same time could use up a refresh token
/// that is valid only once. A refresh that takes longer than `timeout` is cancelled and fails for all waiting calls.
/// Otherwise a refresh that hangs would block all later calls forever.
@MainActor final class SharedRefresh {
  private let timeout: Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let work: @MainActor () async throws -> TodayToken
  private var current: Attempt?

  /// Creates a refresh that has not started.
  ///
  /// - Parameters:
  ///   - timeout: the timeout of a refresh.
  ///   - clock: measures the timeout.
  ///   - work: refreshes the session. Its task is cancelled at the timeout.
  init(
    timeout: Duration, clock: some Clock<Duration>, work: @escaping @MainActor () async throws -> TodayToken
  ) {
    self.timeout = timeout
    sleep = { try await clock.sleep(for: $0) }
    self.work = work
  }

  /// Returns the token of the running refresh, or starts a refresh and returns its token.
  ///
  /// - Throws: the error of the refresh, or ``TodayRefreshError/timedOut``.
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
        return  // The refresh has ended, which cancels this timer.
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

  /// Lets the next call start a new refresh.
  private func forget(_ attempt: Attempt) {
    if current === attempt { current = nil }
  }

  /// A refresh and the calls that wait for it. Only the first result counts.
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
