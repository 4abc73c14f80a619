import CWebKitGTK

/// Where web views keep cookies and other data of pages.
@MainActor
open class WKWebsiteDataStore: NSObject {
  private static var shared: WKWebsiteDataStore?

  /// Whether the data outlives the process.
  public let isPersistent: Bool
  /// The cookies.
  public let httpCookieStore: WKHTTPCookieStore
  /// WebKitGTK's session.
  let session: GObjectReference
  private let downloads: SessionDownloads

  private init(session: GObjectReference, isPersistent: Bool) {
    self.session = session
    downloads = SessionDownloads(session)
    self.isPersistent = isPersistent
    httpCookieStore = WKHTTPCookieStore(session)
  }

  /// The store that outlives the process, in the user's data directory; always the same object.
  open class func `default`() -> WKWebsiteDataStore {
    GLibMainLoop.require()
    if let shared { return shared }
    let store = WKWebsiteDataStore(
      session: GObjectReference(borrowing: webkit_network_session_get_default()), isPersistent: true)
    shared = store
    return store
  }

  /// A new store in memory, which ends with the last web view that uses it.
  open class func nonPersistent() -> WKWebsiteDataStore {
    GLibMainLoop.require()
    return WKWebsiteDataStore(
      session: GObjectReference(owning: webkit_network_session_new_ephemeral()), isPersistent: false)
  }
}
