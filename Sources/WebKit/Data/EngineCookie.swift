import CWebKitGTK

/// Cookies between Foundation and libsoup.
enum EngineCookie {
  /// A cookie for the engine; free it with `soup_cookie_free`.
  ///
  /// Foundation on Linux does not keep `SameSite`, so every cookie is `Lax`, as browsers take one that does not say.
  static func make(_ cookie: HTTPCookie) -> OpaquePointer {
    let result = soup_cookie_new(cookie.name, cookie.value, cookie.domain, cookie.path, -1)!
    soup_cookie_set_secure(result, cookie.isSecure ? 1 : 0)
    soup_cookie_set_http_only(result, cookie.isHTTPOnly ? 1 : 0)
    soup_cookie_set_same_site_policy(result, SOUP_SAME_SITE_POLICY_LAX)
    if let expires = cookie.expiresDate {
      let date = g_date_time_new_from_unix_utc(gint64(expires.timeIntervalSince1970))
      soup_cookie_set_expires(result, date)
      g_date_time_unref(date)
    }
    return result
  }

  /// A cookie of the engine.
  static func read(_ cookie: OpaquePointer) -> HTTPCookie? {
    var properties: [HTTPCookiePropertyKey: Any] = [
      .name: string(soup_cookie_get_name(cookie)) ?? "",
      .value: string(soup_cookie_get_value(cookie)) ?? "",
      .domain: string(soup_cookie_get_domain(cookie)) ?? "",
      .path: string(soup_cookie_get_path(cookie)) ?? "/",
    ]
    if soup_cookie_get_secure(cookie) != 0 { properties[.secure] = "TRUE" }
    if soup_cookie_get_http_only(cookie) != 0 { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
    if let expires = soup_cookie_get_expires(cookie) {
      properties[.expires] = Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(expires)))
    }
    return HTTPCookie(properties: properties)
  }
}
