import Causeway
import CausewayWebKit
import CausewayTesting
import TodayWebViewBridge
import WebKit
import WebTestSupport

/// A page in a real WebKit with the Today bridge.
@MainActor final class TodayPage {
  static let origin = Origin(scheme: "test", host: "page.example")

  let app = TestApp()
  let bridge: Bridge
  let host: WebViewHost
  let browser: Browser
  let clock = ManualClock()
  let surface: TodaySurface
  private(set) var observations: [BridgeObservation] = []
  /// The bridge's log for the app's developer.
  private(set) var log: [String] = []

  init(
    _ surface: TodaySurface = .ios, _ configuration: TodayWebViewBridge.Configuration? = nil,
    cookies: CookieWriter? = nil
  ) {
    self.surface = surface
    let store = WKWebsiteDataStore.nonPersistent()
    let today = TodayWebViewBridge(
      host: app, configuration: configuration ?? .init(trustedOrigins: [Self.origin]),
      cookies: cookies ?? { try await store.httpCookieStore.setConfirmed($0) }, clock: clock)
    bridge = Bridge(clock: clock)
    bridge.install(today.dialect(for: surface))
    let host = WebViewHost(bridge: bridge)
    self.host = host
    browser = Browser {
      $0.websiteDataStore = store
      host.attach(to: $0.userContentController)
    }
    bridge.observe { [weak self] in self?.observations.append($0) }
    bridge.log = { [weak self] in self?.log.append($0) }
  }

  /// Returns the JavaScript expression of the channel with this name.
  func channel(_ name: String = TodayWebViewBridge.channelName) -> String {
    switch surface {
    case .ios, .macos: "window.webkit.messageHandlers.\(name)"
    case .android, .windows: "window.\(name)"
    }
  }

  /// Posts a message, written in JavaScript, and returns the answer as JSON, `undefined` or `rejected Error: …`.
  func post(_ message: String, in frame: SubFrame? = nil, to name: String = TodayWebViewBridge.channelName)
    async throws -> String
  {
    try await browser.text(
      """
      try {
        const value = await \(channel(name)).postMessage(\(message));
        return value === undefined ? "undefined" : JSON.stringify(value);
      } catch (error) {
        return "rejected " + error;
      }
      """, in: frame)
  }

  /// Begins to post a message, and returns when the app has received it.
  func begin(_ message: String) async throws -> Task<String, any Error> {
    let before = requests.count
    let answer = Task { try await post(message) }
    try await eventually("the request \(message)") { requests.count > before }
    return answer
  }

  var requests: [BridgeObservation] { observations.filter { $0.kind == .request } }
  var replies: [BridgeObservation] { observations.filter { $0.kind == .reply } }
  /// All observations as a trace would write them.
  var trace: String { observations.map(\.json.json).joined(separator: "\n") }

  func cookies() async -> [HTTPCookie] {
    await browser.webView.configuration.websiteDataStore.httpCookieStore.allCookies()
  }
}
