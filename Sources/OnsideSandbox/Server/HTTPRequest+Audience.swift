import CausewayHTTP

extension HTTPRequest {
  /// Who asks for what is at an address.
  enum Audience {
    /// Apps and backends.
    case programs
    /// A tester's programs: all that is below `/sandbox`.
    case testers
    /// A tester with a browser.
    case browsers
  }

  /// Who asks for what is at this address.
  var audience: Audience {
    switch path.first {
    case "app-api", "merchant-api", ".well-known": .programs
    case "sandbox": .testers
    default: .browsers
    }
  }
}
