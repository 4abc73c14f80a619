/// What a web view is made with. A web view copies it, but shares the objects in it.
@MainActor open class WKWebViewConfiguration: NSObject {
  /// The scripts and message handlers.
  open var userContentController = WKUserContentController()
  /// The cookies and other data.
  open var websiteDataStore = WKWebsiteDataStore.default()
  /// What is added to the user agent.
  open var applicationNameForUserAgent: String?
  private(set) var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

  /// A configuration with WebKit's defaults.
  public override init() {}

  /// Lets the app load the URLs of a scheme of its own. On Linux such a scheme is secure: its pages have real origins
  /// and are secure contexts.
  open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
    let scheme = urlScheme.lowercased()
    precondition(!WKWebView.handlesURLScheme(scheme), "\"\(scheme)\" is a scheme that WebKit handles itself.")
    schemeHandlers[scheme] = urlSchemeHandler
  }

  /// The handler of a scheme, if there is one.
  open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
    schemeHandlers[urlScheme.lowercased()]
  }

  /// What a web view keeps of its configuration.
  func snapshot() -> WKWebViewConfiguration {
    let copy = WKWebViewConfiguration()
    copy.userContentController = userContentController
    copy.websiteDataStore = websiteDataStore
    copy.applicationNameForUserAgent = applicationNameForUserAgent
    copy.schemeHandlers = schemeHandlers
    return copy
  }
}
