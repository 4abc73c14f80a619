import CWebKitGTK

/// The cookies of a data store.
@preconcurrency @MainActor
open class WKHTTPCookieStore: NSObject {
  private let session: NetworkSession
  var observers: [WeakObserver] = []
  var changes: SignalConnection?

  init(_ session: NetworkSession) {
    self.session = session
  }

  /// Passes all cookies to a handler.
  open func getAllCookies(_ completionHandler: @escaping @MainActor ([HTTPCookie]) -> Void) {
    AsyncResult.call(of: self) { callback, data in
      webkit_cookie_manager_get_all_cookies(manager, nil, callback, data)
    } then: { [self] result in
      let list = webkit_cookie_manager_get_all_cookies_finish(manager, result, nil)
      var cookies: [HTTPCookie] = []
      var link = list
      while let node = link {
        if let cookie = EngineCookie(owning: OpaquePointer(node.pointee.data)).cookie { cookies.append(cookie) }
        link = node.pointee.next
      }
      g_list_free(list)
      completionHandler(cookies)
    }
  }

  /// Returns all cookies.
  public func allCookies() async -> [HTTPCookie] {
    await withCheckedContinuation { continuation in
      getAllCookies { continuation.resume(returning: $0) }
    }
  }

  /// Sets a cookie, which replaces a cookie with the same name, domain and path.
  open func setCookie(_ cookie: HTTPCookie, completionHandler: (@MainActor () -> Void)? = nil) {
    let cookie = EngineCookie(cookie)
    AsyncResult.call(of: self) { callback, data in
      webkit_cookie_manager_add_cookie(manager, cookie.pointer, nil, callback, data)
    } then: { [self] result in
      webkit_cookie_manager_add_cookie_finish(manager, result, nil)
      completionHandler?()
    }
  }

  /// Sets a cookie, which replaces a cookie with the same name, domain and path.
  public func setCookie(_ cookie: HTTPCookie) async {
    await withCheckedContinuation { continuation in
      setCookie(cookie) { continuation.resume() }
    }
  }

  /// Sets cookies, each of which replaces a cookie with the same name, domain and path.
  open func setCookies(_ cookies: [HTTPCookie], completionHandler: (@MainActor () -> Void)? = nil) {
    guard let last = cookies.last else {
      if let completionHandler { DispatchQueue.main.async { completionHandler() } }
      return
    }
    // The network process sets cookies in order, so all cookies are set when the last cookie is set.
    for cookie in cookies.dropLast() { setCookie(cookie) }
    setCookie(last, completionHandler: completionHandler)
  }

  /// Sets cookies, each of which replaces a cookie with the same name, domain and path.
  public func setCookies(_ cookies: [HTTPCookie]) async {
    await withCheckedContinuation { continuation in
      setCookies(cookies) { continuation.resume() }
    }
  }

  /// Deletes a cookie.
  open func delete(_ cookie: HTTPCookie, completionHandler: (@MainActor () -> Void)? = nil) {
    let cookie = EngineCookie(cookie)
    AsyncResult.call(of: self) { callback, data in
      webkit_cookie_manager_delete_cookie(manager, cookie.pointer, nil, callback, data)
    } then: { [self] result in
      webkit_cookie_manager_delete_cookie_finish(manager, result, nil)
      completionHandler?()
    }
  }

  /// Deletes a cookie.
  public func deleteCookie(_ cookie: HTTPCookie) async {
    await withCheckedContinuation { continuation in
      delete(cookie) { continuation.resume() }
    }
  }

  /// WebKitGTK's cookie manager. Reading the property wakes GLib, because the caller is about to use the manager.
  var manager: OpaquePointer? {
    GLibPump.shared.wake()
    return webkit_network_session_get_cookie_manager(session.opaque)
  }
}
