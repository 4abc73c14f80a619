extension WebPage {
  /// What a page is made with. Later changes of the value do not reach the page; the objects in it are shared by all pages
  /// that are made with a copy of it.
  ///
  /// Apple's other properties are absent: WebKitGTK has no such settings.
  @MainActor
  public struct Configuration {
    /// Where cookies and other data of pages are kept.
    public var websiteDataStore = WKWebsiteDataStore.default()
    /// The scripts and message handlers.
    public var userContentController = WKUserContentController()
    /// What pages may do, unless the page's ``WebPage/NavigationDeciding`` decides otherwise.
    public var defaultNavigationPreferences = NavigationPreferences()
    /// What serves the URLs of schemes of the app's own. Their pages are secure contexts; to pages of HTTPS such a scheme is
    /// mixed content.
    public var urlSchemeHandlers: [URLScheme: any URLSchemeHandler] = [:]
    /// Decides whether pages may use the camera and the microphone. `.prompt` by default, which on Linux refuses the page.
    public var deviceSensorAuthorization = DeviceSensorAuthorization(decision: .prompt)
    /// What is added to the user agent.
    public var applicationNameForUserAgent: String?

    /// WebKit's defaults.
    public init() {}

    /// The same for a web view.
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

  /// What pages may do. Apple's other properties are absent: WebKitGTK has no such settings.
  public struct NavigationPreferences: Sendable {
    /// Whether scripts of pages run; the app's own scripts run in either case.
    public var allowsContentJavaScript = true

    /// WebKit's defaults.
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

  /// Decides whether pages may use devices.
  public struct DeviceSensorAuthorization {
    /// What a page asks for.
    public enum Permission: Hashable, Sendable {
      /// The device's orientation and motion. WebKitGTK never asks for it.
      case deviceOrientationAndMotion
      /// A camera or a microphone.
      case mediaCapture(WKMediaCaptureType)
    }

    let decide: (Permission, FrameInfo, WKSecurityOrigin) async -> WKPermissionDecision

    /// Decisions of a closure, by what is asked for, the frame that asks, and its origin. On Linux the frame is known only
    /// where the page has one document, and otherwise counts as a sub-frame.
    public init(
      decisionHandler: @escaping (Permission, FrameInfo, WKSecurityOrigin) async -> WKPermissionDecision
    ) {
      decide = decisionHandler
    }

    /// The same decision for every request.
    public init(decision: WKPermissionDecision) {
      self.init { _, _, _ in decision }
    }
  }
}
