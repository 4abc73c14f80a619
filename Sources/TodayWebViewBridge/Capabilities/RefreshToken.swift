import Causeway

extension TodayWebViewBridge {
  /// `refreshToken`: the one capability that may reject.
  func refreshToken() -> Capability {
    Capability("refreshToken", policy: trusted, sensitivity: .result) { [refresh] _, _ in
      let token = try await refresh.token()
      // Empty would read as a host fault in the page, not as "sign in again".
      guard !token.authorization.isEmpty else { throw TodayRefreshError.emptyToken }
      return ["authorization": .string(token.authorization)]
    }
  }
}

/// Why a refresh ended without a token, where the app did not say it in words of its own.
enum TodayRefreshError: PageFacingError {
  case emptyToken
  case failed

  var code: String { "REFRESH_FAILED" }
  var pageMessage: String { "The session could not be refreshed. Sign in again." }
}

/// One refresh for all who ask while it runs.
///
/// A waiter that gives up (its page is gone, its deadline passed) leaves the refresh to the others. One that hangs
/// for longer than ``patience`` is given up, so that a later call can try anew.
@MainActor final class SharedRefresh {
  /// How long a refresh may run before a new call no longer joins it.
  static let patience: Duration = .seconds(30)

  private let work: @MainActor () async throws -> TodayToken
  private var running: (task: Task<TodayToken, any Error>, since: ContinuousClock.Instant, number: Int)?
  private var latest = 0

  init(work: @escaping @MainActor () async throws -> TodayToken) {
    self.work = work
  }

  /// The token of the refresh that runs, or of a new one.
  func token() async throws -> TodayToken {
    if let running, running.since.duration(to: .now) < Self.patience {
      return try await running.task.value
    }
    running?.task.cancel()
    latest += 1
    let number = latest
    let task = Task { [weak self, work] in
      defer { self?.end(number) }
      return try await work()
    }
    running = (task, .now, number)
    return try await task.value
  }

  private func end(_ number: Int) {
    if running?.number == number { running = nil }
  }
}
