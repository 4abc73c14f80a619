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

/// One refresh for all who ask while it runs; who asks after its end starts another.
///
/// A waiter that gives up (its page is gone, its deadline passed) leaves the refresh to the others: a refresh that was
/// sent cannot be taken back, and a second one beside it would spend a token that changes with each use.
@MainActor final class SharedRefresh {
  private let work: @MainActor () async throws -> TodayToken
  private var running: Task<TodayToken, any Error>?

  init(work: @escaping @MainActor () async throws -> TodayToken) {
    self.work = work
  }

  /// The token of the refresh that runs, or of a new one.
  func token() async throws -> TodayToken {
    if let running { return try await running.value }
    let task = Task { [weak self, work] in
      defer { self?.running = nil }
      return try await work()
    }
    running = task
    return try await task.value
  }
}
