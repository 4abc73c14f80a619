import CWebKitGTK

/// Where web views keep cookies and other data of pages.
@MainActor open class WKWebsiteDataStore: NSObject {
  private static let shared = WKWebsiteDataStore(session: webkit_network_session_get_default(), isPersistent: true)

  /// Whether the data outlives the process.
  public let isPersistent: Bool
  /// The cookies.
  public let httpCookieStore: WKHTTPCookieStore
  let session: OpaquePointer

  private init(session: OpaquePointer, isPersistent: Bool) {
    self.session = session
    self.isPersistent = isPersistent
    httpCookieStore = WKHTTPCookieStore(of: session)
    g_object_ref(UnsafeMutableRawPointer(session))
  }

  /// The store that outlives the process, shared by all that use it.
  open class func `default`() -> WKWebsiteDataStore {
    GTK.start()
    return shared
  }

  /// A store of its own that ends with the last web view that uses it.
  open class func nonPersistent() -> WKWebsiteDataStore {
    GTK.start()
    let session = webkit_network_session_new_ephemeral()!
    defer { g_object_unref(UnsafeMutableRawPointer(session)) }
    return WKWebsiteDataStore(session: session, isPersistent: false)
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(session))
  }
}
