/// The permissions of pages: the defaults in a configuration, or the permissions that the navigation delegate decides
/// for one navigation.
@preconcurrency @MainActor
open class WKWebpagePreferences: NSObject {
  /// Whether scripts of pages run. The app's own scripts always run.
  open var allowsContentJavaScript = true

  /// The kind of page that is requested: always the one for this device. Setting the property has no effect. A
  /// ``WKWebView/customUserAgent`` requests the page for another device.
  open var preferredContentMode: ContentMode {
    get { .recommended }
    set {}
  }

  /// The kinds of pages that a site can offer. The raw values equal Apple's.
  public enum ContentMode: Int, Sendable {
    /// The page for this device.
    case recommended = 0
    /// The page for telephones.
    case mobile = 1
    /// The page for desktop computers.
    case desktop = 2
  }

  /// Creates preferences with WebKit's defaults.
  public override init() {}

  /// Returns a copy that a delegate can change.
  func snapshot() -> WKWebpagePreferences {
    let copy = WKWebpagePreferences()
    copy.allowsContentJavaScript = allowsContentJavaScript
    return copy
  }
}
