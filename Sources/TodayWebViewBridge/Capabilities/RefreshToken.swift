import Causeway

extension TodayWebViewBridge {
  /// `refreshToken`: refreshes the session's token. Only this capability may reject its promise.
  func refreshToken() -> Capability {
    Capability("refreshToken", policy: trusted, sensitivity: .result) { [refresh] _, _ in
      let token = try await refresh.token()
      // The page would take an empty value for a fault of the host and would not ask the user to sign in again.
      guard !token.authorization.isEmpty else { throw TodayRefreshError.emptyToken }
      return ["authorization": .string(token.authorization)]
    }
  }
}

/// The reasons why a refresh gave no token, for errors to which the app gave no text of its own.
enum TodayRefreshError: PageFacingError {
  case emptyToken
  case failed
  /// The refresh took longer than ``TodayWebViewBridge/Configuration/refreshTimeout``.
  case timedOut

  var code: String { "REFRESH_FAILED" }
  var pageMessage: String { "The session could not be refreshed. Sign in again." }
}
