import CWebKitGTK

/// What a web view is made with.
///
/// A web view copies it, but the copy shares the objects in it, so that two web views on one configuration have the
/// same content controller.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject {
  /// The scripts and message handlers.
  open var userContentController = WKUserContentController()
  /// Where cookies and other data of pages are kept.
  open lazy var websiteDataStore = WKWebsiteDataStore.default()
  /// What WebKit offers to pages.
  open var preferences = WKPreferences()
  /// What pages may do, unless the navigation delegate decides otherwise.
  open var defaultWebpagePreferences: WKWebpagePreferences! = WKWebpagePreferences()
  /// Without effect, as on Apple's platforms since macOS 12: all web views share one pool.
  open var processPool = WKProcessPool()
  /// What is added to the user agent.
  open var applicationNameForUserAgent: String?
  /// Which media play only after a gesture of the user; none, as on Apple's macOS. On Linux `.video` means all.
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []

  /// The window that a page opens, which a web view on this configuration is for.
  var newWindow: NewWindow?
  private(set) var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

  /// A configuration with WebKit's defaults.
  public override init() {}

  /// Lets the app serve the URLs of a scheme of its own.
  ///
  /// On Linux the scheme is registered as secure and for CORS: its pages have real origins, `scheme://host`, are secure
  /// contexts, and may `fetch` each other's answers as far as CORS allows. As on Apple's platforms, a scheme that WebKit
  /// handles itself, or that has a handler, stops the program.
  open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
    let scheme = urlScheme.lowercased()
    precondition(!WKWebView.handlesURLScheme(scheme), "\"\(scheme)\" is a URL scheme that WebKit handles itself")
    precondition(scheme != ViewProof.scheme, "The URL scheme \"\(scheme)\" is WebKit's own on Linux")
    precondition(schemeHandlers[scheme] == nil, "The URL scheme \"\(scheme)\" has a handler already")
    schemeHandlers[scheme] = urlSchemeHandler
  }

  /// The handler of a scheme; nil if there is none.
  open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
    schemeHandlers[urlScheme.lowercased()]
  }

  /// What a web view keeps of its configuration: later changes do not reach it, the objects are shared.
  func snapshot() -> WKWebViewConfiguration {
    let copy = WKWebViewConfiguration()
    copy.userContentController = userContentController
    copy.websiteDataStore = websiteDataStore
    copy.preferences = preferences
    copy.defaultWebpagePreferences = defaultWebpagePreferences
    copy.processPool = processPool
    copy.applicationNameForUserAgent = applicationNameForUserAgent
    copy.mediaTypesRequiringUserActionForPlayback = mediaTypesRequiringUserActionForPlayback
    copy.schemeHandlers = schemeHandlers
    copy.newWindow = newWindow
    return copy
  }

  /// WebKitGTK's form of the media that need a gesture.
  var autoplayPolicy: WebKitAutoplayPolicy {
    switch mediaTypesRequiringUserActionForPlayback {
    case []: WEBKIT_AUTOPLAY_ALLOW
    case .audio: WEBKIT_AUTOPLAY_ALLOW_WITHOUT_SOUND
    default: WEBKIT_AUTOPLAY_DENY
    }
  }
}

extension WKWebViewConfiguration: NSCopying {
  /// A configuration of its own that shares the objects of this one. On the main thread only, as all of WebKit.
  public nonisolated func copy(with zone: NSZone? = nil) -> Any {
    MainActor.assumeIsolated { snapshot() }
  }
}
