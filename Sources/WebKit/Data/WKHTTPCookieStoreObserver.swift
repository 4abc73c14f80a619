/// Hears of changes of a cookie store.
@preconcurrency @MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
  /// The cookies changed: by the app, by a page or by a server.
  func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

extension WKHTTPCookieStoreObserver {
  /// Apple's protocol leaves it to the observer whether it has this method.
  public func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}
