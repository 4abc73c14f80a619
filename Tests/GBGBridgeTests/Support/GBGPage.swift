import Causeway
import CausewayJSON
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
  private(set) var observations: [BridgeObservation] = []

  init(
    _ surface: GBGSurface = .ios, _ configuration: BridgeConfiguration = BridgeConfiguration(hostVersion: "1.2.3"),
    limits: Limits = .standard, before script: String? = nil, isObserved: Bool = true
  ) {
    self.surface = surface
    host = BridgeHost(configuration: configuration)
    bridge = Bridge(limits: limits)
    host.attach(to: bridge, surface: surface)
    let webViewHost = WebViewHost(bridge: bridge)
    self.webViewHost = webViewHost
    browser = Browser { configuration in
      if let script {
        configuration.userContentController.addUserScript(
          WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: false, in: .page))
      }
      webViewHost.attach(to: configuration)
    }
    if isObserved { bridge.observe { [weak self] in self?.observations.append($0) } }
    browser.onTermination = { [weak browser] in
      if let browser { webViewHost.webContentProcessDidTerminate(in: browser.webView) }
    }
  }

  /// The page's half: it keeps what it receives, and gives a promise of each final response.
  static let script = """
    window.received = [];
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

  /// Opens a page with that half and with sub-frames, which have none.
  func open(with frames: [SubFrame]) async throws {
    try await browser.open(with: frames)
    try await browser.run(Self.script)
  }

  // MARK: The page speaks

  /// The expression that posts what another expression gives.
  func post(_ message: String) -> String {
    switch surface {
    case .ios: "webkit.messageHandlers.gbgBridge.postMessage(\(message))"
    case .android: "GBGBridge.postMessage(JSON.stringify(\(message)))"
    }
  }

  /// The expression of a request.
  static func request(_ action: String, _ data: String = "{}", id: String) -> String {
    "{ version: '1.0', type: 'request', correlationId: '\(id)', payload: { action: '\(action)', data: \(data) } }"
  }

  /// Posts what an expression gives, once, and does not wait.
  func say(_ message: String, in frame: SubFrame? = nil) async throws {
    _ = try await browser.text("\(post(message)); return 1", in: frame)
  }

  /// Posts a request and does not wait.
  func request(_ action: String, _ data: String = "{}", id: String = "c1") async throws {
    try await say(Self.request(action, data, id: id))
  }

  /// Posts a request and gives its final response's payload as JSON.
  func ask(_ action: String, _ data: String = "{}", id: String = "c1") async throws -> String {
    try await request(action, data, id: id)
    return try await final(id)
  }

  // MARK: What the page has

  /// The payload of the final response to a request, once it is there, as JSON.
  func final(_ id: String = "c1") async throws -> String {
    try await browser.text("return JSON.stringify((await final('\(id)')).payload)")
  }

  /// What the page received, each message as what an expression says of it, in order, once all that was sent is there.
  func received(_ expression: String = "m.correlationId + ' ' + m.payload.status") async throws -> [String] {
    let id = "sync-\(UUID().uuidString)"
    _ = try await ask("capability.query", id: id)
    let text = try await browser.text(
      """
      return JSON.stringify(received.filter((m) => !String(m.correlationId).startsWith('sync-'))
        .map((m) => String(\(expression))))
      """)
    return try JSONValue(parsing: text).arrayValue?.compactMap(\.stringValue) ?? []
  }

  // MARK: What the app has

  /// Waits for so many pending requests and gives them.
  func pending(_ count: Int = 1) async throws -> [BridgeMessage] {
    try await eventually("\(count) pending requests") { host.pendingRequests.count == count }
    return host.pendingRequests
  }

  /// Waits for the host's next error, after what an earlier step of the test left.
  func error(after earlier: String? = nil) async throws -> String {
    try await eventually("an error") { host.lastError != earlier }
    return host.lastError ?? ""
  }
}

/// Runs a test on either surface.
@MainActor func onBothSurfaces(_ test: @MainActor (GBGPage) async throws -> Void) async throws {
  for surface in [GBGSurface.ios, .android] { try await test(GBGPage(surface)) }
}
