import CWebKitGTK

extension WKHTTPCookieStore {
  /// The policy on whether pages and servers may set cookies. The raw values equal Apple's.
  public enum CookiePolicy: Int, Sendable {
    /// Pages and servers may set cookies, except third parties.
    case allow = 0
    /// Pages and servers may not set cookies.
    case disallow = 1
  }

  /// Sets whether pages and servers may set cookies.
  public func setCookiePolicy(_ policy: CookiePolicy, completionHandler: (@MainActor () -> Void)? = nil) {
    webkit_cookie_manager_set_accept_policy(
      manager,
      policy == .allow ? WEBKIT_COOKIE_POLICY_ACCEPT_NO_THIRD_PARTY : WEBKIT_COOKIE_POLICY_ACCEPT_NEVER)
    // The network process handles requests in order, so the new policy is in effect when it answers this request.
    if let completionHandler { getCookiePolicy { _ in completionHandler() } }
  }

  /// Sets whether pages and servers may set cookies.
  public func setCookiePolicy(_ policy: CookiePolicy) async {
    await withCheckedContinuation { continuation in
      setCookiePolicy(policy) { continuation.resume() }
    }
  }

  /// Passes the current cookie policy to a handler.
  public func getCookiePolicy(_ completionHandler: @escaping @MainActor (CookiePolicy) -> Void) {
    AsyncResult.call(of: self) { callback, data in
      webkit_cookie_manager_get_accept_policy(manager, nil, callback, data)
    } then: { [self] result in
      let policy = webkit_cookie_manager_get_accept_policy_finish(manager, result, nil)
      completionHandler(policy == WEBKIT_COOKIE_POLICY_ACCEPT_NEVER ? .disallow : .allow)
    }
  }

  /// The current cookie policy.
  public var cookiePolicy: CookiePolicy {
    get async {
      await withCheckedContinuation { continuation in
        getCookiePolicy { continuation.resume(returning: $0) }
      }
    }
  }
}
