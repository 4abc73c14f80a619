import CausewayHTTP

extension HTTPRequest {
  /// The kind of client for which a path of the store is meant.
  enum Audience {
    /// Apps and backends.
    case programs
    /// A tester's programs, for all paths below `/sandbox`.
    case testers
    /// A tester's browser, for the store's pages.
    case browsers
  }

  /// The kind of client for which the request's path is meant.
  var audience: Audience {
    switch path.first {
    case "app-api", "merchant-api", ".well-known": .programs
    case "sandbox": .testers
    default: .browsers
    }
  }
}

extension PageGuard {
  /// Returns the reason why the store refuses a request; nil if the store may answer it. Apps and backends may reach
  /// the store by any IP address, such as 10.0.2.2 in an emulator.
  func refusal(_ request: HTTPRequest) -> SandboxProblem? {
    switch refusal(request, allowsAnyAddress: request.audience == .programs) {
    case nil: nil
    case .host:
      SandboxProblem(
        .notAllowed,
        "Host: not a name of this store; use the address that the store printed, or start it with --host NAME")
    case .origin: SandboxProblem(.notAllowed, "Origin: a page of another site cannot do this")
    }
  }
}
