import Causeway
import CausewayWebKit
import GBGBridge
import WebKit
import WebTestSupport

/// A page in a real WebKit that speaks GBGBridge with a host of the test's.
@MainActor final class GBGPage {
  let host: BridgeHost
  let bridge: Bridge
  let webViewHost: WebViewHost
  let browser: Browser
  let surface: GBGSurface
  private(set) var observations: [Observation] = []

  init(
    _ surface: GBGSurface = .ios, _ configuration: BridgeConfiguration = BridgeConfiguration(hostVersion: "1.2.3"),
    limits: Limits = .standard
  ) {
    self.surface = surface
    host = BridgeHost(configuration: configuration)
    bridge = Bridge(limits: limits)
    host.attach(to: bridge, surface: surface)
    let webViewHost = WebViewHost(bridge: bridge)
    self.webViewHost = webViewHost
    browser = Browser { webViewHost.attach(to: $0) }
    bridge.observe { [weak self] in self?.observations.append($0) }
  }

  /// The page's half: it keeps what it receives, and gives a promise of each final response.
  static let script = """
    window.received = [];
    window.finals = {};
    window.listeners = [];
    GBGBridge.receive = (message) => {
      received.push(message);
      for (const listener of [...listeners]) listener(message);
    };
    /** Waits for a message that the test describes. */
    window.until = (is) => new Promise((resolve) => {
      const found = received.find(is);
      if (found) return resolve(found);
      listeners.push(function listen(message) {
        if (!is(message)) return;
        listeners.splice(listeners.indexOf(listen), 1);
        resolve(message);
      });
    });
    window.final = (id) => until((m) => m.correlationId === id && m.payload.status !== "acknowledged");
    """

  /// Opens a page with that half.
  func open(at url: String = "test://page.example/") async throws {
    try await browser.open("<body><script>\(Self.script)</script>", at: url)
  }

  /// The expression that posts what another expression gives.
  func post(_ message: String) -> String {
    switch surface {
    case .ios: "webkit.messageHandlers.gbgBridge.postMessage(\(message))"
    case .android: "GBGBridge.postMessage(JSON.stringify(\(message)))"
    }
  }

  /// Posts a request and gives its final response's payload as JSON.
  func ask(_ action: String, _ data: String = "{}", id: String = "c1") async throws -> String {
    try await browser.text(
      """
      \(post("{ version: '1.0', type: 'request', correlationId: '\(id)', payload: { action: '\(action)', data: \(data) } }"));
      return JSON.stringify((await final('\(id)')).payload);
      """)
  }
}
