import CWebKitGTK

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Servers' responses, on disk.
public let WKWebsiteDataTypeDiskCache = "WKWebsiteDataTypeDiskCache"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Servers' responses, in memory.
public let WKWebsiteDataTypeMemoryCache = "WKWebsiteDataTypeMemoryCache"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Data that pages store with the Cache API.
public let WKWebsiteDataTypeFetchCache = "WKWebsiteDataTypeFetchCache"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Cookies.
public let WKWebsiteDataTypeCookies = "WKWebsiteDataTypeCookies"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Data that pages store in `sessionStorage`.
public let WKWebsiteDataTypeSessionStorage = "WKWebsiteDataTypeSessionStorage"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Data that pages store in `localStorage`.
public let WKWebsiteDataTypeLocalStorage = "WKWebsiteDataTypeLocalStorage"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Data that pages store in IndexedDB.
public let WKWebsiteDataTypeIndexedDBDatabases = "WKWebsiteDataTypeIndexedDBDatabases"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// Service workers.
public let WKWebsiteDataTypeServiceWorkerRegistrations = "WKWebsiteDataTypeServiceWorkerRegistrations"
// swift-format-ignore: AlwaysUseLowerCamelCase
/// The salts from which WebKit computes the device identifiers that pages see.
public let WKWebsiteDataTypeHashSalt = "WKWebsiteDataTypeHashSalt"

/// The kinds of data that both Apple's WebKit and WebKitGTK have.
enum WebsiteDataTypes {
  private static let engineTypes: [String: WebKitWebsiteDataTypes] = [
    WKWebsiteDataTypeDiskCache: WEBKIT_WEBSITE_DATA_DISK_CACHE,
    WKWebsiteDataTypeMemoryCache: WEBKIT_WEBSITE_DATA_MEMORY_CACHE,
    WKWebsiteDataTypeFetchCache: WEBKIT_WEBSITE_DATA_DOM_CACHE,
    WKWebsiteDataTypeCookies: WEBKIT_WEBSITE_DATA_COOKIES,
    WKWebsiteDataTypeSessionStorage: WEBKIT_WEBSITE_DATA_SESSION_STORAGE,
    WKWebsiteDataTypeLocalStorage: WEBKIT_WEBSITE_DATA_LOCAL_STORAGE,
    WKWebsiteDataTypeIndexedDBDatabases: WEBKIT_WEBSITE_DATA_INDEXEDDB_DATABASES,
    WKWebsiteDataTypeServiceWorkerRegistrations: WEBKIT_WEBSITE_DATA_SERVICE_WORKER_REGISTRATIONS,
    WKWebsiteDataTypeHashSalt: WEBKIT_WEBSITE_DATA_DEVICE_ID_HASH_SALT,
  ]

  /// All kinds of data in ``engineTypes``.
  static var all: Set<String> { Set(engineTypes.keys) }

  /// Converts a set to WebKitGTK's flags. Ignores unknown kinds.
  static func engine(_ types: Set<String>) -> WebKitWebsiteDataTypes {
    WebKitWebsiteDataTypes(types.reduce(0) { $0 | (engineTypes[$1]?.rawValue ?? 0) })
  }

  /// Converts WebKitGTK's flags to a set.
  static func names(_ types: WebKitWebsiteDataTypes) -> Set<String> {
    Set(engineTypes.filter { types.rawValue & $0.value.rawValue != 0 }.keys)
  }
}
