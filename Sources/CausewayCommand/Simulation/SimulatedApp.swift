import WebKit

/// The simulated app around a page, which answers as the profile says. Each page has its own app.
@MainActor final class SimulatedApp {
  private let parts: [any SimulatedProtocol]

  /// Installs the protocols in the page's bridge.
  ///
  /// - Throws: An error if a file, a folder or a store that the profile or an option names cannot be used.
  init(_ protocols: [BridgeProtocol], in page: SimulatedPage) throws {
    parts = try protocols.compactMap { try $0.simulation.init(in: page) }
  }

  /// Prepares the app for a page. After this method has returned, the app can answer the page's requests.
  func prepare() async throws {
    for part in parts { try await part.prepare() }
  }

  /// Sends the messages that an app sends to a page after the page was loaded.
  func pageDidLoad(in webView: WKWebView) async {
    for part in parts { await part.pageDidLoad(in: webView) }
  }

  /// Ends the app after its page is gone. After this method has returned, only the app's lasting state remains.
  func end() async {
    for part in parts { await part.end() }
  }
}
