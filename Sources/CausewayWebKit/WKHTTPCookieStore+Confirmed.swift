import WebKit

extension WKHTTPCookieStore {
  /// Sets a cookie and returns when the store has it. Throws ``CookieNotStored`` if it does not take it.
  public func setConfirmed(_ cookie: HTTPCookie) async throws {
    await setCookie(cookie)
    let isStored = await allCookies().contains { stored in
      stored.name == cookie.name && stored.value == cookie.value && stored.path == cookie.path
        && stored.domain.drop { $0 == "." } == cookie.domain.drop { $0 == "." }
    }
    guard isStored else { throw CookieNotStored(name: cookie.name, domain: cookie.domain) }
  }
}

/// A cookie store did not take a cookie.
public struct CookieNotStored: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cookie's name.
  public let name: String
  /// The domain that it was for.
  public let domain: String

  /// What happened, without the cookie's value.
  public var description: String { "the web view did not store the cookie \"\(name)\" for \(domain)" }
}
