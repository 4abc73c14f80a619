import Causeway
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Puts a cookie into the web view's store, and returns only when the store has it.
public typealias CookieWriter = @MainActor (HTTPCookie) async throws -> Void

extension TodayWebViewBridge {
  /// `establishSession`: mints the session cookie natively. Every failure is `{ ok: false }`.
  func establishSession() -> Capability {
    Capability("establishSession", policy: trusted, sensitivity: .result) { [host, refresh, cookies] parameters, call in
      let token =
        parameters["refresh"] == true ? try await refresh.token() : await host.currentToken()
      guard let token, let cookie = sessionCookie(token, for: call.frame.origin) else {
        return ["ok": false]
      }
      try await cookies(cookie)
      return ["ok": true]
    }
  }
}

/// The contract's cookie: `embed_bearer` for `/api/` of the trusted host, Secure, HttpOnly, SameSite=Lax.
///
/// Nil if the token cannot stand in a cookie.
func sessionCookie(_ token: TodayToken, for origin: Origin) -> HTTPCookie? {
  // RFC 6265, cookie-octet: no control characters, space, quotes, comma, semicolon or backslash.
  let isCookieValue = token.token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }
  guard !token.token.isEmpty, isCookieValue else { return nil }
  var properties: [HTTPCookiePropertyKey: Any] = [
    .name: "embed_bearer",
    .value: token.token,
    .domain: origin.host,
    .path: "/api/",
    .secure: "TRUE",
    // Foundation has no constant for it, but has always read it.
    HTTPCookiePropertyKey("HttpOnly"): "TRUE",
  ]
  properties[.expires] = token.expires
  #if canImport(Darwin)
  // Foundation on Linux has no such property; WebKit on Linux stores every cookie as Lax.
  properties[.sameSitePolicy] = HTTPCookieStringPolicy.sameSiteLax
  #endif
  return HTTPCookie(properties: properties)
}
