import CWebKitGTK

/// The cookies of a data store.
@MainActor open class WKHTTPCookieStore: NSObject {
  private let manager: OpaquePointer
  private let session: OpaquePointer

  /// The cookies of a session, which is kept: its cookie manager must not outlive it.
  init(of session: OpaquePointer) {
    manager = webkit_network_session_get_cookie_manager(session)
    self.session = session
    g_object_ref(UnsafeMutableRawPointer(session))
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(session))
  }

  // MARK: Reading

  /// Gives all cookies.
  open func getAllCookies(_ completionHandler: @escaping @MainActor ([HTTPCookie]) -> Void) {
    asyncResult { [manager] callback, data in
      webkit_cookie_manager_get_all_cookies(manager, nil, callback, data)
    } _: { [manager] result in
      let list = webkit_cookie_manager_get_all_cookies_finish(manager, result, nil)
      var cookies: [HTTPCookie] = []
      var link = list
      while let current = link {
        let cookie = OpaquePointer(current.pointee.data!)
        if let converted = EngineCookie.read(cookie) { cookies.append(converted) }
        soup_cookie_free(cookie)
        link = current.pointee.next
      }
      g_list_free(list)
      completionHandler(cookies)
    }
  }

  /// All cookies.
  public func allCookies() async -> [HTTPCookie] {
    await withCheckedContinuation { continuation in
      getAllCookies { continuation.resume(returning: $0) }
    }
  }

  // MARK: Writing

  /// Sets a cookie.
  open func setCookie(_ cookie: HTTPCookie, completionHandler: (@MainActor () -> Void)? = nil) {
    let engineCookie = EngineCookie.make(cookie)
    asyncResult { [manager] callback, data in
      webkit_cookie_manager_add_cookie(manager, engineCookie, nil, callback, data)
    } _: { [manager] result in
      webkit_cookie_manager_add_cookie_finish(manager, result, nil)
      completionHandler?()
    }
    soup_cookie_free(engineCookie)
  }

  /// Sets a cookie.
  public func setCookie(_ cookie: HTTPCookie) async {
    await withCheckedContinuation { continuation in
      setCookie(cookie) { continuation.resume() }
    }
  }

  /// Deletes a cookie.
  open func delete(_ cookie: HTTPCookie, completionHandler: (@MainActor () -> Void)? = nil) {
    let engineCookie = EngineCookie.make(cookie)
    asyncResult { [manager] callback, data in
      webkit_cookie_manager_delete_cookie(manager, engineCookie, nil, callback, data)
    } _: { [manager] result in
      webkit_cookie_manager_delete_cookie_finish(manager, result, nil)
      completionHandler?()
    }
    soup_cookie_free(engineCookie)
  }

  /// Deletes a cookie.
  public func deleteCookie(_ cookie: HTTPCookie) async {
    await withCheckedContinuation { continuation in
      delete(cookie) { continuation.resume() }
    }
  }
}
