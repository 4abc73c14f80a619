import CWebKitGTK

extension WKHTTPCookieStore {
  /// Whether pages and servers may set cookies; the raw values are Apple's.
  public enum CookiePolicy: Int, Sendable {
    /// They may, but for third parties that the page does not come from.
    case allow = 0
    /// They may not.
    case disallow = 1
  }

  /// Decides whether pages and servers may set cookies.
  public func setCookiePolicy(_ policy: CookiePolicy, completionHandler: (@MainActor () -> Void)? = nil) {
    webkit_cookie_manager_set_accept_policy(
      manager,
      policy == .allow ? WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY : WEBKIT_COOKIE_POLICY_ACCEPT_NEVER)
    // The network process answers in order: once it tells the policy, it is in force.
    if let completionHandler { getCookiePolicy { _ in completionHandler() } }
  }

  /// Decides whether pages and servers may set cookies.
  public func setCookiePolicy(_ policy: CookiePolicy) async {
    await withCheckedContinuation { continuation in
      setCookiePolicy(policy) { continuation.resume() }
    }
  }

  /// Gives whether pages and servers may set cookies.
  public func getCookiePolicy(_ completionHandler: @escaping @MainActor (CookiePolicy) -> Void) {
    AsyncResult.call { callback, data in
      webkit_cookie_manager_get_accept_policy(manager, nil, callback, data)
    } then: { [self] result in
      let policy = webkit_cookie_manager_get_accept_policy_finish(manager, result, nil)
      completionHandler(policy == WEBKIT_COOKIE_POLICY_ACCEPT_NEVER ? .disallow : .allow)
    }
  }

  /// Whether pages and servers may set cookies.
  public var cookiePolicy: CookiePolicy {
    get async {
      await withCheckedContinuation { continuation in
        getCookiePolicy { continuation.resume(returning: $0) }
      }
    }
  }
}
