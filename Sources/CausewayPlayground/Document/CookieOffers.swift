import CausewayHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The cookies that pages fetch from the server, because only an answer to a page's request can set an `HttpOnly`
/// cookie.
@MainActor final class CookieOffers {
  /// The prefix of the paths from which pages fetch cookies.
  let path = "/__causeway/cookie/"
  private var offers: [String: String] = [:]
  /// The paths that a page has fetched.
  private var served: Set<String> = []

  /// Makes the documents of the cookie's host fetch a path whose answer sets the cookie.
  func set(_ cookie: HTTPCookie, in documents: [BrowserDocument]) async throws(CookieNotSet) {
    let host = String(cookie.domain.drop { $0 == "." })
    let path = path + randomName()
    offers[path] = Self.field(cookie)
    defer {
      offers[path] = nil
      served.remove(path)
    }
    // All documents fetch the path: one answer is enough for each browser, but the tabs may belong to several browsers.
    let fetches = documents.filter { $0.host == host || $0.host.hasPrefix(host + ":") }
      .map { document in Task { await document.fetch(path) } }
    for fetch in fetches { await fetch.value }
    // Check that the path was served, because a page also reports a fetch that failed.
    guard served.contains(path) else { throw CookieNotSet(name: cookie.name, domain: cookie.domain) }
  }

  /// Returns the header field for a cookie.
  ///
  /// `Secure` is left out, because the playground has no TLS, and without TLS not every browser stores a secure cookie,
  /// even for a host of this machine.
  private static func field(_ cookie: HTTPCookie) -> String {
    var field = "\(cookie.name)=\(cookie.value); Path=\(cookie.path); SameSite=Lax"
    if cookie.isHTTPOnly { field += "; HttpOnly" }
    if let expires = cookie.expiresDate {
      field += "; Max-Age=\(Int(max(0, min(expires.timeIntervalSinceNow, 400 * 86_400))))"
    }
    return field
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let path = String(request.encodedPath)
    guard request.method == "POST", let field = offers[path] else { return .text(404, "There is no such cookie.\n") }
    served.insert(path)
    return HTTPResponse(204, fields: [("Set-Cookie", field), ("Cache-Control", "no-store")])
  }
}

/// The error for a cookie that no open page could store.
public struct CookieNotSet: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cookie's name.
  public let name: String
  /// The host to which the cookie belongs. A dot may precede it, as in `HTTPCookie.domain`.
  public let domain: String

  /// A message that names the cookie and the domain, without the cookie's value.
  public var description: String { "no open page of \(domain) could store the cookie \"\(name)\"" }
}
