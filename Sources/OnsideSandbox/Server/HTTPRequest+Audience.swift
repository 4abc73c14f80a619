import CausewayHTTP

extension HTTPRequest {
  /// The kind of client that an address is for.
  enum Audience {
    /// Apps and backends.
    case programs
    /// A tester's programs: all addresses below `/sandbox`.
    case testers
    /// A tester with a browser.
    case browsers
  }

  /// The kind of client that the request's address is for.
  var audience: Audience {
    switch path.first {
    case "app-api", "merchant-api", ".well-known": .programs
    case "sandbox": .testers
    default: .browsers
    }
  }
}
