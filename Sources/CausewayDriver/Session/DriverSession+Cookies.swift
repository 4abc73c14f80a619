import CausewayHTTP
import CausewayJSON

/// The command Add Cookie. The engine's driver also accepts cookies that the engine then drops.
extension DriverSession {
  /// Adds a cookie, as the specification's Add Cookie says.
  ///
  /// - Throws: ``WebDriverError``: `invalid cookie domain` for a cookie of another site or for a page without cookies,
  ///   and `unable to set cookie` if the engine has dropped the cookie.
  func addCookie(_ request: HTTPRequest) async throws -> HTTPResponse {
    let cookie = try Self.parameters(request)["cookie"]?.objectValue
    guard let cookie, let name = cookie["name"]?.stringValue else {
      throw WebDriverError.invalidArgument("cookie: it must be an object with a name and a value")
    }
    let host =
      try await engine.command(
        "POST", "/execute/sync", ["script": "return location.hostname", "args": []]
      ).stringValue ?? ""
    guard !host.isEmpty else {
      throw WebDriverError(.invalidCookieDomain, "the page has no host, and therefore no cookies")
    }
    let domain = cookie["domain"]?.stringValue
    if let domain, !CookieDomain(domain).contains(host) {
      throw WebDriverError(.invalidCookieDomain, "a page of \(host) must not set a cookie for \(domain)")
    }
    let response = try await forward(request)
    // Nobody sees whether a cookie of another path, of HTTPS, or of the past was set.
    let isVisible = cookie["path"] == nil && cookie["expiry"] == nil && cookie["secure"]?.boolValue != true
    guard response.status == 200, isVisible else { return response }
    let cookies = try await engine.command("GET", "/cookie").arrayValue ?? []
    guard cookies.contains(where: { $0["name"]?.stringValue == name }) else {
      throw WebDriverError(.unableToSetCookie, "the engine has dropped the cookie \(name) for \(domain ?? host)")
    }
    return response
  }
}

/// The domain of a cookie.
struct CookieDomain: Hashable, Sendable {
  /// The domain in lower case, without a point at its beginning.
  private let name: String

  init(_ domain: String) {
    name = String(domain.lowercased().drop { $0 == "." })
  }

  /// Returns whether a cookie of the domain is sent to a host.
  func contains(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == name { return true }
    // An address has no subdomains.
    let isAddress = host.hasPrefix("[") || host.allSatisfy { $0.isNumber || $0 == "." }
    return !isAddress && !name.isEmpty && host.hasSuffix(".\(name)")
  }
}
