extension WebPage {
  /// The settings from which a page is made. Later changes of the value do not reach the page. Pages that are made with
  /// copies of one value share the objects in it.
  ///
  /// Apple's other properties are absent, because WebKitGTK has no such settings.
  @MainActor
  public struct Configuration {
    /// The store of cookies and other data of pages.
    public var websiteDataStore = WKWebsiteDataStore.default()
    /// The app's scripts and message handlers for the page.
    public var userContentController = WKUserContentController()
    /// The default permissions of pages. The page's ``WebPage/NavigationDeciding`` can change them for each navigation.
    public var defaultNavigationPreferences = NavigationPreferences()
    /// The handlers that serve the URLs of the app's own schemes. Pages of such a scheme are secure contexts. HTTPS
    /// pages cannot load such a scheme, because it is mixed content there.
    public var urlSchemeHandlers: [URLScheme: any URLSchemeHandler] = [:]
    /// The decision on whether pages may use the camera and the microphone. `.prompt` by default, which on Linux
    /// refuses the request.
    public var deviceSensorAuthorization = DeviceSensorAuthorization(decision: .prompt)
    /// The text that WebKit appends to its user agent; nil for none.
    public var applicationNameForUserAgent: String?

    /// Creates a configuration with WebKit's defaults.
    public init() {}

    /// The configuration of the web view, with the same settings.
    var webViewConfiguration: WKWebViewConfiguration {
      let configuration = WKWebViewConfiguration()
      configuration.websiteDataStore = websiteDataStore
      configuration.userContentController = userContentController
      configuration.defaultWebpagePreferences = defaultNavigationPreferences.webpagePreferences
      configuration.applicationNameForUserAgent = applicationNameForUserAgent
      for (scheme, handler) in urlSchemeHandlers {
        configuration.setURLSchemeHandler(PageSchemeHandler(handler), forURLScheme: scheme.rawValue)
      }
      return configuration
    }
  }

  /// The permissions of pages. Apple's other properties are absent, because WebKitGTK has no such settings.
  public struct NavigationPreferences: Sendable {
    /// Whether scripts of pages run. The app's own scripts always run.
    public var allowsContentJavaScript = true

    /// Creates preferences with WebKit's defaults.
    public init() {}

    @MainActor init(_ preferences: WKWebpagePreferences) {
      allowsContentJavaScript = preferences.allowsContentJavaScript
    }

    @MainActor var webpagePreferences: WKWebpagePreferences {
      let preferences = WKWebpagePreferences()
      preferences.allowsContentJavaScript = allowsContentJavaScript
      return preferences
    }
  }

  /// The decision whether pages may use devices.
  public struct DeviceSensorAuthorization {
    /// The permission that a page requests.
    public enum Permission: Hashable, Sendable {
      /// The device's orientation and motion. WebKitGTK never requests it.
      case deviceOrientationAndMotion
      /// A camera or a microphone.
      case mediaCapture(WKMediaCaptureType)
    }

    let decide: (Permission, FrameInfo, WKSecurityOrigin) async -> WKPermissionDecision

    /// Creates a decision with a closure, which takes the requested permission, the frame that requests it, and the
    /// frame's origin. On Linux the frame is known only if the page has a single document; otherwise it counts as a
    /// sub-frame.
    public init(
      decisionHandler: @escaping (Permission, FrameInfo, WKSecurityOrigin) async -> WKPermissionDecision
    ) {
      decide = decisionHandler
    }

    /// Creates the same decision for every request.
    public init(decision: WKPermissionDecision) {
      self.init { _, _, _ in decision }
    }
  }
}
