import WebKit

extension WKHTTPCookieStore {
  /// Sets a cookie and returns when the store contains it. Throws ``CookieNotStored`` if the store did not accept the
  /// cookie.
  public func setConfirmed(_ cookie: HTTPCookie) async throws {
    await setCookie(cookie)
    let isStored = await allCookies().contains { stored in
      stored.name == cookie.name && stored.value == cookie.value && stored.path == cookie.path
        && stored.domain.drop { $0 == "." } == cookie.domain.drop { $0 == "." }
    }
    guard isStored else { throw CookieNotStored(name: cookie.name, domain: cookie.domain) }
  }
}

/// The error for a cookie that a cookie store did not accept.
public struct CookieNotStored: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cookie's name.
  public let name: String
  /// The host to which the cookie belongs. A dot may precede it, as in `HTTPCookie.domain`.
  public let domain: String

  /// A message that names the cookie and the domain, without the cookie's value.
  public var description: String {
    "the web view did not store the cookie \"\(name)\" for \(domain): check its expiry date and its domain"
  }
}
