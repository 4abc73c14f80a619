import Causeway
import CausewayJSON

/// The host side of the Today WebView Bridge, which a page calls through `todayWebViewBridge`.
///
/// Make one object for each logged-in session and install ``dialect(for:)`` in the bridge of each web view. All web
/// views that use the same object share token refreshes. This class applies the frame and origin rules, filters the
/// events' parameters, shares the refreshes and answers failed requests as the contract requires. The app supplies a
/// ``TodayHost``.
@MainActor public final class TodayWebViewBridge {
  /// The app's settings for the bridge.
  public struct Configuration: Sendable {
    /// The origins that may receive tokens, compared by scheme, host and port. If empty, no origin gets tokens.
    public var trustedOrigins: Set<Origin>
    /// The names under which a page finds the channel. A second name helps while a channel is being renamed.
    public var channelNames: [String]
    /// Whether only the main frame may call `track`. The default is false, because the contract's envelope page lets
    /// every frame call `track`; its capabilities page says the opposite.
    public var restrictsTrackToMainFrame: Bool
    /// The timeout of ``TodayRefreshTokenHost/refreshToken()``. When it passes, the refresh is cancelled, all calls
    /// that wait for the refresh reject, and the next call starts a new refresh. Default: 60 seconds.
    public var refreshTimeout: Duration = .seconds(60)

    /// Creates a configuration. The defaults are those of the contract.
    public init(
      trustedOrigins: Set<Origin>, channelNames: [String] = [TodayWebViewBridge.channelName],
      restrictsTrackToMainFrame: Bool = false
    ) {
      self.trustedOrigins = trustedOrigins
      self.channelNames = channelNames
      self.restrictsTrackToMainFrame = restrictsTrackToMainFrame
    }
  }

  /// The channel's name in the contract.
  public nonisolated static let channelName = "todayWebViewBridge"

  let host: any TodayHost
  let configuration: Configuration
  let refresh: SharedRefresh
  let cookies: CookieWriter

  /// Creates a bridge for one session.
  /// - Parameters:
  ///   - host: the app.
  ///   - configuration: the trusted origins and the other settings.
  ///   - cookies: writes the cookie of `establishSession` into the web view's cookie store.
  ///   - clock: measures ``Configuration/refreshTimeout``.
  public init(
    host: some TodayHost, configuration: Configuration, cookies: @escaping CookieWriter,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.host = host
    self.configuration = configuration
    self.cookies = cookies
    refresh = SharedRefresh(timeout: configuration.refreshTimeout, clock: clock) { [host] in
      try await host.refreshToken()
    }
  }

  /// Returns the protocol in the form that pages on this platform expect. Install it in a ``/Causeway/Bridge``.
  public func dialect(for surface: TodaySurface) -> any Dialect {
    surface.dialect(
      channelNames: configuration.channelNames,
      capabilities: TodayCapability.all.map { $0.capability(of: self, on: surface) })
  }
}

/// The form of the channel that pages on one platform expect.
public enum TodaySurface: Hashable, Sendable {
  /// `window.webkit.messageHandlers.todayWebViewBridge` on iOS and iPadOS.
  case ios
  /// `window.webkit.messageHandlers.todayWebViewBridge` on macOS.
  case macos
  /// `window.todayWebViewBridge` on Android, over one of the two raw channels of an Android web view.
  case android(AndroidTransport)
  /// `window.todayWebViewBridge` on Windows, over one of WebView2's two raw channels.
  case windows(WindowsTransport)

  /// The raw channel below `window.todayWebViewBridge` on Android.
  public enum AndroidTransport: String, Hashable, Sendable {
    /// A port of `WebViewCompat.addWebMessageListener`, which carries text in both directions.
    case port
    /// An object of `addJavascriptInterface`. Its calls are synchronous and carry only text; answers come through a
    /// global callback.
    case interface
  }

  /// The raw channel below `window.todayWebViewBridge` on Windows.
  public enum WindowsTransport: String, Hashable, Sendable {
    /// `chrome.webview.postMessage` and its message events, which carry text in both directions, with a number for each
    /// request.
    case messages
    /// An object of `AddHostObjectToScript` with the method `Handle`, which takes JSON text and returns JSON text or
    /// null.
    case hostObject
  }

  /// The value of the platform tag, which pages read in `__todayWebView`.
  public var platform: String {
    switch self {
    case .ios: "ios"
    case .macos: "macos"
    case .android: "android"
    case .windows: "windows"
    }
  }
}

extension TodaySurface {
  /// The scripts that define the page's side of the protocol.
  @MainActor package var pageScripts: [PageScript] {
    dialect(channelNames: [TodayWebViewBridge.channelName], capabilities: []).pageScripts
  }

  /// The capabilities as the page scripts need them.
  package static var capabilityTable: JSONValue { TodayCapability.forPages }

  @MainActor fileprivate func dialect(channelNames: [String], capabilities: [Capability]) -> any Dialect {
    switch self {
    case .ios, .macos:
      MessageHandlerDialect(platform: platform, channelNames: channelNames, capabilities: capabilities)
    case .android(let transport):
      AndroidDialect(transport: transport, channelNames: channelNames, capabilities: capabilities)
    case .windows(let transport):
      WindowsDialect(transport: transport, channelNames: channelNames, capabilities: capabilities)
    }
  }
}
