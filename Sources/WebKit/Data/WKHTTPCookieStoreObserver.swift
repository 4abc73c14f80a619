/// An observer that is notified of changes to a cookie store.
@preconcurrency @MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
  /// Is called after the app, a page or a server changed the cookies.
  func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

extension WKHTTPCookieStoreObserver {
  /// Does nothing. Apple's protocol does not require this method either.
  public func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}
