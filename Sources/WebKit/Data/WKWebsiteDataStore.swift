import CWebKitGTK

/// A store for cookies and other data of pages.
@preconcurrency @MainActor
open class WKWebsiteDataStore: NSObject {
  private static var shared: WKWebsiteDataStore?

  /// Whether the data outlives the process.
  open private(set) var isPersistent: Bool
  /// The store's cookies.
  open private(set) var httpCookieStore: WKHTTPCookieStore
  /// The identifier with which the store was created; nil for the default store and for stores in memory.
  open private(set) var identifier: UUID?
  /// WebKitGTK's session. Stores with the same identifier have the same session.
  let session: NetworkSession

  private init(session: NetworkSession, isPersistent: Bool, identifier: UUID? = nil) {
    self.session = session
    self.isPersistent = isPersistent
    self.identifier = identifier
    httpCookieStore = WKHTTPCookieStore(session)
    super.init()
    if isPersistent { keepCookies() }
  }

  /// Creates a store with an identifier. Its data outlives the process. Stores with the same identifier share their
  /// data.
  public convenience init(forIdentifier identifier: UUID) {
    GLibMainLoop.require()
    self.init(session: IdentifiedSessions.session(identifier), isPersistent: true, identifier: identifier)
  }

  /// Returns the default store, in the user's data directory: always the same object. Its data outlives the process.
  open class func `default`() -> WKWebsiteDataStore {
    GLibMainLoop.require()
    if let shared { return shared }
    let store = WKWebsiteDataStore(
      session: NetworkSession(GObjectReference(borrowing: webkit_network_session_get_default())), isPersistent: true)
    shared = store
    return store
  }

  /// Returns a new store that keeps its data in memory only. The data is deleted when the store and all web views that
  /// use it are released.
  open class func nonPersistent() -> WKWebsiteDataStore {
    GLibMainLoop.require()
    return WKWebsiteDataStore(
      session: NetworkSession(GObjectReference(owning: webkit_network_session_new_ephemeral())), isPersistent: false)
  }

  /// Lets WebDriver control web views of this process, and returns the store that these web views must have. It keeps its
  /// data in memory only. A web view with another store would silently use this one.
  package static func controlledByAutomation() -> WKWebsiteDataStore {
    GLibMainLoop.require()
    let context = webkit_web_context_get_default()!
    webkit_web_context_set_automation_allowed(context, 1)
    guard let session = webkit_web_context_get_network_session_for_automation(context) else {
      preconditionFailure("This WebKitGTK was built without WebDriver")
    }
    return WKWebsiteDataStore(session: NetworkSession(GObjectReference(borrowing: session)), isPersistent: false)
  }

  /// Makes the engine store cookies on disk. WebKitGTK stores all other data on disk by default.
  private func keepCookies() {
    let manager = webkit_network_session_get_website_data_manager(session.opaque)
    guard let directory = String(borrowing: webkit_website_data_manager_get_base_data_directory(manager)) else {
      return
    }
    webkit_cookie_manager_set_persistent_storage(
      webkit_network_session_get_cookie_manager(session.opaque), directory + "/cookies.sqlite",
      WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
  }
}
