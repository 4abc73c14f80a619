import CWebKitGTK

/// The data that a website has stored.
@preconcurrency @MainActor
open class WKWebsiteDataRecord: NSObject {
  /// The website's name: usually its domain, without subdomains.
  open private(set) var displayName: String
  /// The kinds of data that the website has stored: `WKWebsiteDataTypeCookies` and others.
  open private(set) var dataTypes: Set<String>
  let engine: OpaquePointer

  /// Takes ownership of a record of WebKitGTK.
  init(owning engine: OpaquePointer) {
    self.engine = engine
    displayName = String(borrowing: webkit_website_data_get_name(engine)) ?? ""
    dataTypes = WebsiteDataTypes.names(webkit_website_data_get_types(engine))
  }

  isolated deinit {
    webkit_website_data_unref(engine)
  }
}
