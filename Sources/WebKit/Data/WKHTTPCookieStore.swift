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
    // Remove a plain cookie first. Otherwise the pages' processes, which keep the cookies that scripts may read, would
    // go on showing the plain cookie to the page.
    if cookie.isHTTPOnly { remove(cookie, nil) }
    set(EngineCookie(cookie), completionHandler)
  }

  private func set(_ cookie: borrowing EngineCookie, _ completionHandler: (@MainActor () -> Void)?) {
    let pointer = cookie.pointer
    AsyncResult.call(of: self) { callback, data in
      webkit_cookie_manager_add_cookie(manager, pointer, nil, callback, data)
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

  /// Deletes the cookie with the same name, domain and path.
  open func delete(_ cookie: HTTPCookie, completionHandler: (@MainActor () -> Void)? = nil) {
    remove(cookie, completionHandler)
  }

  /// Replaces a cookie by an expired one, as a server does to delete it, because WebKitGTK's deletion compares the
  /// value too, and the page may have changed the value since the app has read it.
  private func remove(_ cookie: HTTPCookie, _ completionHandler: (@MainActor () -> Void)?) {
    let cookie = EngineCookie(cookie)
    cookie.expire()
    set(cookie, completionHandler)
  }

  /// Deletes the cookie with the same name, domain and path.
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
