import Causeway

/// The Today WebView Bridge, host side: what a page reaches as `todayWebViewBridge`.
///
/// Make one for a signed-in session and install ``dialect(for:)`` in the bridge of each web view. Refreshes are shared
/// by everything that uses the same object. Frame and origin rules, filtering, the shared refresh and the quiet answers
/// are done here; the app supplies a ``TodayHost``.
@MainActor public final class TodayWebViewBridge {
  /// What the app decides about the bridge.
  public struct Configuration: Sendable {
    /// The origins that may have tokens, compared by scheme, host and port. Empty: nobody.
    public var trustedOrigins: Set<Origin>
    /// The names under which a page finds the channel. A second one helps while a channel is being renamed.
    public var channelNames: [String]
    /// Whether `track` is served to the main frame alone. The contract's envelope page serves every frame (default);
    /// its capabilities page says the opposite.
    public var restrictsTrackToMainFrame: Bool
    /// How long ``TodayHost/refreshToken()`` may take. Then its task is cancelled, all calls that wait for it reject, and the
    /// next call refreshes anew. Default: 60 seconds.
    public var refreshTimeout: Duration = .seconds(60)

    /// A configuration with the contract's defaults.
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

  /// A bridge for one session.
  /// - Parameters:
  ///   - host: the app.
  ///   - configuration: who is trusted.
  ///   - cookies: where `establishSession` puts its cookie: the web view's cookie store.
  ///   - clock: what ``Configuration/refreshTimeout`` is measured on.
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

  /// The protocol as a page on this platform sees it, to be installed in a ``/Causeway/Bridge``.
  public func dialect(for surface: TodaySurface) -> any Dialect {
    let capabilities = [
      track(on: surface.platform), headers(), refreshToken(), establishSession(),
    ]
    switch surface {
    case .ios, .macos:
      return MessageHandlerDialect(
        platform: surface.platform, channelNames: configuration.channelNames, capabilities: capabilities)
    case .android(let transport):
      return AndroidDialect(
        transport: transport, channelNames: configuration.channelNames, capabilities: capabilities)
    case .windows(let transport):
      return WindowsDialect(
        transport: transport, channelNames: configuration.channelNames, capabilities: capabilities)
    }
  }

  /// Tokens go to the main frame of a trusted origin, and nowhere else.
  var trusted: Policy { .mainFrame(of: configuration.trustedOrigins) }
}

/// The channel as pages on one platform see it.
public enum TodaySurface: Hashable, Sendable {
  /// `window.webkit.messageHandlers.todayWebViewBridge` on iOS and iPadOS.
  case ios
  /// The same on macOS.
  case macos
  /// `window.todayWebViewBridge`, over one of the two raw channels that an Android web view has.
  case android(AndroidTransport)
  /// `window.todayWebViewBridge`, over one of the two ways to the app that WebView2 has.
  case windows(WindowsTransport)

  /// The raw channel below `window.todayWebViewBridge`.
  public enum AndroidTransport: String, Hashable, Sendable {
    /// A port of `WebViewCompat.addWebMessageListener`: text both ways.
    case port
    /// An object of `addJavascriptInterface`, synchronous and text only; answers come through a global callback.
    case interface
  }

  /// What is below `window.todayWebViewBridge` on Windows.
  public enum WindowsTransport: String, Hashable, Sendable {
    /// `chrome.webview.postMessage` and its message events: text both ways, with a number for each request.
    case messages
    /// An object of `AddHostObjectToScript` with the method `Handle`, which takes JSON text and gives JSON text or null.
    case hostObject
  }

  /// The value of the platform tag.
  public var platform: String {
    switch self {
    case .ios: "ios"
    case .macos: "macos"
    case .android: "android"
    case .windows: "windows"
    }
  }
}
