import Causeway
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Helpers for tests with pages of WebKit's `WebPage`.
@available(iOS 26, macOS 26, *)
extension WebPage {
  /// Returns a page with a non-persistent data store and the bridge of a host.
  static func make(_ host: WebViewHost, before script: WKUserScript? = nil) -> WebPage {
    var configuration = WebPage.Configuration()
    configuration.websiteDataStore = .nonPersistent()
    if let script { configuration.userContentController.addUserScript(script) }
    host.attach(to: &configuration)
    return WebPage(configuration: configuration)
  }

  /// Loads `html` as a page of `host`, and waits until it is loaded. The URL is not HTTPS, because on HTTPS pages
  /// WebKit blocks the scheme for bytes as mixed content.
  func open(_ html: String = "<body>", at host: String = "page") async throws {
    for try await _ in load(html: html, baseURL: try XCTUnwrap(URL(string: "http://\(host).example/"))) {}
  }

  /// Runs `body` as the body of an asynchronous function in the page, and returns its value as text.
  func text(_ body: String) async throws -> String {
    let value = try await callJavaScript("return String(await (async () => {\n\(body)\n})());")
    return value as? String ?? "no text"
  }

  /// Returns the conversation with the page's main frame in `host`, and waits until it has begun.
  func conversation(_ host: WebViewHost) async throws -> Conversation {
    try await within("the conversation") {
      while true {
        if let conversation = await host.conversation(with: self) { return conversation }
        await Task.yield()
      }
    }
  }
}
