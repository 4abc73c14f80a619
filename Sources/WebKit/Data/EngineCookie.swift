import CWebKitGTK

/// A cookie as libsoup represents it.
@MainActor
struct EngineCookie: ~Copyable {
  let pointer: OpaquePointer

  /// Takes ownership of a cookie.
  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  /// Converts a cookie of Foundation. Foundation on Linux does not store `SameSite`, so every cookie becomes `Lax`, the
  /// default.
  init(_ cookie: HTTPCookie) {
    pointer = soup_cookie_new(cookie.name, cookie.value, cookie.domain, cookie.path, -1)
    soup_cookie_set_secure(pointer, cookie.isSecure ? 1 : 0)
    soup_cookie_set_http_only(pointer, cookie.isHTTPOnly ? 1 : 0)
    soup_cookie_set_same_site_policy(pointer, SOUP_SAME_SITE_POLICY_LAX)
    if let end = cookie.end {
      let date = g_date_time_new_from_unix_utc(gint64(min(max(0, end.timeIntervalSince1970), Self.lastSecond)))
      soup_cookie_set_expires(pointer, date)
      g_date_time_unref(date)
    }
  }

  /// Makes the cookie end now. Setting it then deletes the cookie with the same name, domain and path.
  func expire() { soup_cookie_set_max_age(pointer, 0) }

  /// The last second of the year 9999, after which GLib has no dates.
  private static let lastSecond: TimeInterval = 253_402_300_799

  /// The cookie as Foundation represents it; nil if Foundation rejects it.
  var cookie: HTTPCookie? {
    var properties: [HTTPCookiePropertyKey: Any] = [
      .name: String(borrowing: soup_cookie_get_name(pointer)) ?? "",
      .value: String(borrowing: soup_cookie_get_value(pointer)) ?? "",
      .domain: String(borrowing: soup_cookie_get_domain(pointer)) ?? "",
      .path: String(borrowing: soup_cookie_get_path(pointer)) ?? "/",
    ]
    if soup_cookie_get_secure(pointer) != 0 { properties[.secure] = "TRUE" }
    if soup_cookie_get_http_only(pointer) != 0 { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
    if let expires = soup_cookie_get_expires(pointer) {
      properties[.expires] = Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(expires)))
    } else {
      // Without this property, Foundation on Linux does not treat the cookie as a session cookie.
      properties[.discard] = "TRUE"
    }
    return HTTPCookie(properties: properties)
  }

  deinit {
    soup_cookie_free(pointer)
  }
}

extension HTTPCookie {
  /// The longest lifetime of a cookie, in seconds: 400 days (RFC 6265bis, section 5.5).
  private static let longest = 400 * 86_400

  /// The cookie's expiry date; nil if the cookie ends with the session. Foundation on Linux reads `Max-Age` only for
  /// cookies of version 1, and keeps the date of a cookie that is marked to be discarded.
  fileprivate var end: Date? {
    guard !isSessionOnly else { return nil }
    if let expiresDate { return expiresDate }
    guard let text = properties?[.maximumAge] as? String, let seconds = Int(text) else { return nil }
    return Date(timeIntervalSinceNow: TimeInterval(min(max(seconds, 0), Self.longest)))
  }
}
