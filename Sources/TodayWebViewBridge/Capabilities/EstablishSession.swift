import Causeway
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A function that writes a cookie into the web view's cookie store, and returns only after the store has saved it.
public typealias CookieWriter = @MainActor (HTTPCookie) async throws -> Void

extension TodayCapability {
  /// The app sets the cookie embed_bearer (raw token, trusted host, Path=/api/, Secure, HttpOnly) and answers `{ ok:
  /// true }` once the cookie is stored. Every failure is `{ ok: false }`. With `refresh: true`, the app uses the token
  /// of the shared refresh.
  static let establishSession = TodayCapability(
    "establishSession", for: .trustedMainFrame, otherwise: .resolve(["ok": false])
  ) { bridge, _, parameters, call in
    let token =
      parameters["refresh"] == true ? try await bridge.refresh.token() : await bridge.host.currentToken()
    guard let token, let cookie = sessionCookie(token, for: call.frame.origin) else {
      return ["ok": false]
    }
    try await bridge.cookies(cookie)
    return ["ok": true]
  }
}

/// The function that the capability `establishSession` needs from the app, besides the refresh of
/// ``TodayRefreshTokenHost``.
@MainActor public protocol TodayEstablishSessionHost: AnyObject {
  /// Returns the token in use, or nil if there is none.
  func currentToken() async -> TodayToken?
}

/// Returns the cookie that the contract defines: `embed_bearer` for `/api/` of the trusted host, Secure, HttpOnly,
/// SameSite=Lax.
///
/// Returns nil if the token is empty, has a character that a cookie's value must not contain, or has expired.
func sessionCookie(_ token: TodayToken, for origin: Origin) -> HTTPCookie? {
  // RFC 6265, cookie-octet: no control characters, space, quotes, comma, semicolon or backslash.
  let isCookieValue = token.token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }
  guard !token.token.isEmpty, isCookieValue else { return nil }
  // Do not write an expired cookie: a cookie store drops it, and WebKit reports no error for this.
  if let expires = token.expires, expires <= Date() { return nil }
  var properties: [HTTPCookiePropertyKey: Any] = [
    .name: "embed_bearer",
    .value: token.token,
    .domain: origin.host,
    .path: "/api/",
    .secure: "TRUE",
    // Foundation has no constant for this key, but it reads the key on every platform.
    HTTPCookiePropertyKey("HttpOnly"): "TRUE",
  ]
  properties[.expires] = token.expires
  #if canImport(Darwin)
  // Foundation on Linux does not have this property, but WebKit on Linux stores every cookie as Lax.
  properties[.sameSitePolicy] = HTTPCookieStringPolicy.sameSiteLax
  #endif
  return HTTPCookie(properties: properties)
}
