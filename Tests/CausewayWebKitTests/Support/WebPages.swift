import Causeway
import CausewayWebKit
import WebKit
import WebTestSupport
import XCTest

/// Pages of WebKit's `WebPage` that a test drives.
@available(iOS 26, macOS 26, *)
extension WebPage {
  /// A page with data of its own and the bridge of a host.
  static func make(_ host: WebViewHost, before script: WKUserScript? = nil) -> WebPage {
    var configuration = WebPage.Configuration()
    configuration.websiteDataStore = .nonPersistent()
    if let script { configuration.userContentController.addUserScript(script) }
    host.attach(to: &configuration)
    return WebPage(configuration: configuration)
  }

  /// Shows a text as the page of a host, and waits until it is loaded. It is not of HTTPS, where the scheme that carries
  /// bytes is mixed content.
  func open(_ html: String = "<body>", at host: String = "page") async throws {
    for try await _ in load(html: html, baseURL: try XCTUnwrap(URL(string: "http://\(host).example/"))) {}
  }

  /// Runs the body of an asynchronous function in the page and gives its value as text.
  func text(_ body: String) async throws -> String {
    let value = try await callJavaScript("return String(await (async () => {\n\(body)\n})());")
    return value as? String ?? "no text"
  }

  /// The conversation with a host, once it has begun.
  func conversation(_ host: WebViewHost) async throws -> Conversation {
    try await within("the conversation") {
      while true {
        if let conversation = await host.conversation(with: self) { return conversation }
        await Task.yield()
      }
    }
  }
}
