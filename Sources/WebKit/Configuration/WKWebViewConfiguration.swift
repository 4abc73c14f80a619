import CWebKitGTK

/// The settings from which a web view is made.
///
/// A web view copies its configuration, but the copy shares the objects in it. Therefore two web views that are made
/// with one configuration have the same content controller.
@preconcurrency @MainActor
open class WKWebViewConfiguration: NSObject {
  /// The app's scripts and message handlers for pages.
  open var userContentController = WKUserContentController()
  /// The store of cookies and other data of pages.
  open lazy var websiteDataStore = WKWebsiteDataStore.default()
  /// The features that WebKit offers to pages.
  open var preferences = WKPreferences()
  /// The default permissions of pages. The navigation delegate can change them for each navigation.
  open var defaultWebpagePreferences: WKWebpagePreferences! = WKWebpagePreferences()
  /// A property without effect, as on Apple's platforms since macOS 12: all web views share one pool.
  open var processPool = WKProcessPool()
  /// The text that WebKit appends to its user agent; nil for none.
  open var applicationNameForUserAgent: String?
  /// The kinds of media that play only after a gesture of the user; none by default, as on Apple's macOS. On Linux
  /// `.video` means all media.
  open var mediaTypesRequiringUserActionForPlayback: WKAudiovisualMediaTypes = []

  /// Whether videos play in the page and not in a player of the system: always true on Linux. Setting the property has
  /// no effect.
  open var allowsInlineMediaPlayback: Bool {
    get { true }
    set {}
  }

  /// Whether media can play on an AirPlay device: always false on Linux. Setting the property has no effect.
  open var allowsAirPlayForMediaPlayback: Bool {
    get { false }
    set {}
  }

  /// Whether WebDriver may control the web view, through ``AutomationHost``. The default is false. If it is true, the data
  /// store must be that of ``WKWebsiteDataStore/controlledByAutomation()``.
  package var isControlledByAutomation = false

  /// The window that a page opens, if this configuration is for that window's web view; nil for all other
  /// configurations.
  var newWindow: NewWindow?
  private(set) var schemeHandlers: [String: any WKURLSchemeHandler] = [:]

  /// Creates a configuration with WebKit's defaults.
  public override init() {}

  /// Registers a handler that serves the URLs of the app's own scheme.
  ///
  /// On Linux the scheme is registered for CORS. The scheme's pages have real origins, `scheme://host`, and may `fetch`
  /// each other's responses as far as CORS allows. The pages are secure contexts. As on Apple's platforms, the program
  /// stops if WebKit handles the scheme itself, or if the scheme already has a handler.
  open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
    let scheme = urlScheme.lowercased()
    precondition(
      !WKWebView.handlesURLScheme(scheme), "WebKit handles the URL scheme \"\(scheme)\" itself; choose another scheme")
    precondition(scheme != ViewProof.scheme, "This module reserves the URL scheme \"\(scheme)\"; choose another scheme")
    precondition(
      schemeHandlers[scheme] == nil, "The URL scheme \"\(scheme)\" already has a handler; register only one")
    schemeHandlers[scheme] = urlSchemeHandler
  }

  /// Returns the handler of a scheme; nil if the scheme has none.
  open func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
    schemeHandlers[urlScheme.lowercased()]
  }

  /// Returns the copy that a web view keeps. Later changes of this configuration do not reach the copy, but both share
  /// their objects.
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
    copy.isControlledByAutomation = isControlledByAutomation
    return copy
  }

  /// WebKitGTK's value for ``mediaTypesRequiringUserActionForPlayback``.
  var autoplayPolicy: WebKitAutoplayPolicy {
    switch mediaTypesRequiringUserActionForPlayback {
    case []: WEBKIT_AUTOPLAY_ALLOW
    case .audio: WEBKIT_AUTOPLAY_ALLOW_WITHOUT_SOUND
    default: WEBKIT_AUTOPLAY_DENY
    }
  }
}

extension WKWebViewConfiguration: NSCopying {
  /// Returns a new configuration that shares the objects of this one. Must be called on the main thread, like all of
  /// WebKit.
  public nonisolated func copy(with zone: NSZone? = nil) -> Any {
    MainActor.assumeIsolated { snapshot() }
  }
}

/// Kinds of media. The raw values equal Apple's.
public struct WKAudiovisualMediaTypes: OptionSet, Sendable {
  /// The kinds as a bit mask.
  public let rawValue: UInt

  /// Creates a set of kinds from a bit mask.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Sound.
  public static let audio = WKAudiovisualMediaTypes(rawValue: 1 << 0)
  /// Video.
  public static let video = WKAudiovisualMediaTypes(rawValue: 1 << 1)
  /// All kinds.
  public static let all = WKAudiovisualMediaTypes(rawValue: .max)
}

/// A process pool, without effect: as on Apple's platforms since macOS 12, every web view uses the same pool.
@preconcurrency @MainActor
open class WKProcessPool: NSObject {
  /// Creates an object that stands for the shared pool.
  public override init() {}
}
