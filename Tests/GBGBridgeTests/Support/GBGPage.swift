import Causeway
import CausewayJSON
import CausewayWebKit
import GBGBridge
import WebKit
import WebTestSupport

/// A page in a real WebKit with GBGBridge, and the host that the test controls.
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

  /// The page's script. It stores the received messages, and gives a promise for each final response.
  static let script = """
    window.received = [];
    window.listeners = [];
    GBGBridge.receive = (message) => {
      received.push(message);
      for (const listener of [...listeners]) listener(message);
    };
    /** Waits for a message for which `is` returns true. */
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

  /// Opens a page with ``script``.
  func open(at url: String = "test://page.example/") async throws {
    try await browser.open("<body><script>\(Self.script)</script>", at: url)
  }

  /// Opens a page with ``script`` and with sub-frames, which do not have the script.
  func open(with frames: [SubFrame]) async throws {
    try await browser.open(with: frames)
    try await browser.run(Self.script)
  }

  // MARK: Messages from the page

  /// Returns the JavaScript expression that posts the value of another expression.
  func post(_ message: String) -> String {
    switch surface {
    case .ios: "webkit.messageHandlers.gbgBridge.postMessage(\(message))"
    case .android: "GBGBridge.postMessage(JSON.stringify(\(message)))"
    }
  }

  /// Returns the JavaScript expression of a request.
  static func request(_ action: String, _ data: String = "{}", id: String) -> String {
    "{ version: '1.0', type: 'request', correlationId: '\(id)', payload: { action: '\(action)', data: \(data) } }"
  }

  /// Posts the value of an expression once, and does not wait for a response.
  func say(_ message: String, in frame: SubFrame? = nil) async throws {
    _ = try await browser.text("\(post(message)); return 1", in: frame)
  }

  /// Posts a request, and does not wait for the response.
  func request(_ action: String, _ data: String = "{}", id: String = "c1") async throws {
    try await say(Self.request(action, data, id: id))
  }

  /// Posts a request, and returns the payload of its final response as JSON.
  func ask(_ action: String, _ data: String = "{}", id: String = "c1") async throws -> String {
    try await request(action, data, id: id)
    return try await final(id)
  }

  // MARK: Messages that the page received

  /// Waits for the final response to a request, and returns its payload as JSON.
  func final(_ id: String = "c1") async throws -> String {
    try await browser.text("return JSON.stringify((await final('\(id)')).payload)")
  }

  /// Waits until all sent messages have arrived, and returns the value of `expression` for each received message, in
  /// order.
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

  // MARK: State of the host

  /// Waits until `count` requests are pending, and returns them.
  func pending(_ count: Int = 1) async throws -> [BridgeMessage] {
    try await eventually("\(count) pending requests") { host.pendingRequests.count == count }
    return host.pendingRequests
  }

  /// Waits until the host's error differs from `earlier`, the error of an earlier step, and returns the new error.
  func error(after earlier: String? = nil) async throws -> String {
    try await eventually("an error") { host.lastError != earlier }
    return host.lastError ?? ""
  }
}

/// Runs a test on each surface.
@MainActor func onBothSurfaces(_ test: @MainActor (GBGPage) async throws -> Void) async throws {
  for surface in [GBGSurface.ios, .android] { try await test(GBGPage(surface)) }
}
