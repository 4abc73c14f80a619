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
  /// The refresh took longer than ``TodayWebViewBridge/Configuration/refreshTimeout``.
  case timedOut

  var code: String { "REFRESH_FAILED" }
  var pageMessage: String { "The session could not be refreshed. Sign in again." }
}
