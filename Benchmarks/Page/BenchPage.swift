import Causeway
import CausewayJSON
import CausewayWebKit
import WebKit

/// A page that sends messages to the app through raw message handlers and through Causeway, together with the app's
/// side of both.
@MainActor final class BenchPage {
  let webView: WKWebView
  let host: WebViewHost
  /// The times at which messages arrived, through a raw handler or through Causeway.
  let arrivals = Arrivals()

  private let loader = Loader()

  /// Loads a page in a new web view, and waits until the page is loaded.
  init(_ html: String = "<!doctype html><title>Benchmark</title>") async throws {
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    let arrivals = self.arrivals
    let unanswered = Unanswered()
    let bridge = Bridge()
    let contract = BenchContract()
    bridge.install(
      CausewayDialect(
        contract,
        capabilities: [
          contract.echo.handler(policy: .everyone) { message, _ in message },
          Capability(
            "echo", policy: .everyone,
            json: { parameters, _ in
              arrivals.record()
              return parameters
            }),
          Capability("flat", policy: .everyone) { (message: FlatMessage, _: Call) in
            arrivals.record()
            return message
          },
          Capability(
            "length", policy: .everyone,
            json: { parameters, _ in .number(Double(parameters.stringValue?.utf16.count ?? -1)) }),
          Capability("size", policy: .everyone) { (_: JSONValue, call: Call) in call.bytes?.count },
          Capability("make", policy: .everyone, bytes: { (count: Int, _) in Bytes(Data(count: count)) }),
          Capability(
            "countValues", policy: .everyone,
            receiving: { (_: JSONValue, values: PageValues<Int>, _) in
              try await values.reduce(0) { @Sendable count, _ in count + 1 }
            }),
          Capability(
            "countBytes", policy: .everyone,
            receiving: { (_: JSONValue, pieces: PageValues<Bytes>, _) in
              try await pieces.reduce(0) { @Sendable count, piece in count + piece.count }
            }),
          Capability(
            "file", policy: .everyone,
            streaming: { (mebibytes: Int, _) in
              Numbers(count: mebibytes).map { _ in
                Bytes(Data(count: 1 << 20))
              }
            }),
          Capability("values", policy: .everyone, streaming: { (count: Int, _) in Numbers(count: count) }),
          Capability("never", policy: .everyone, deadline: .never) { _, _, responder in unanswered.keep(responder) },
        ]))
    host = WebViewHost(bridge: bridge)
    let controller = configuration.userContentController
    for (name, handler) in RawHandler.all(arrivals) {
      controller.addScriptMessageHandler(handler, contentWorld: .page, name: name)
    }
    host.attach(to: configuration)
    configuration.setURLSchemeHandler(PostHandler(), forURLScheme: "bench-post")
    controller.addUserScript(
      WKUserScript(
        source: String(decoding: PackageResources.bench_js, as: UTF8.self), injectionTime: .atDocumentEnd,
        forMainFrameOnly: true))
    webView = WKWebView(frame: CGRect(x: 0, y: 0, width: 800, height: 600), configuration: configuration)
    webView.navigationDelegate = loader
    try await load(html)
  }

  /// Replaces the page with another one, and waits until the new page is loaded.
  func load(_ html: String) async throws {
    try await loader.load(html, in: webView)
  }

  /// Runs `body` as the body of an asynchronous function in the page.
  @discardableResult
  func run(_ body: String, _ arguments: [String: Any] = [:]) async throws -> Any? {
    try await webView.callAsyncJavaScript(body, arguments: arguments, contentWorld: .page)
  }

  /// Calls a function of the page that returns a time in milliseconds.
  func milliseconds(_ body: String, _ arguments: [String: Any]) async throws -> Double {
    guard let value = try await run("return \(body)", arguments) as? NSNumber else { throw BenchError.noFigure(body) }
    return value.doubleValue
  }

  /// The conversation with the page. Throws if the page has not connected to the app yet.
  var conversation: Conversation {
    get throws {
      guard let conversation = host.conversation(with: webView) else { throw BenchError.noConversation }
      return conversation
    }
  }
}

/// A flat object of three members, which a typed capability takes and returns.
struct FlatMessage: Codable, Sendable {
  let id: Int
  let text: String
  let isNew: Bool
}

/// The error of a benchmark that lacks a result or an object that it needs.
enum BenchError: Error, CustomStringConvertible {
  case noFigure(String)
  case noConversation
  /// The database's error message.
  case database(String)

  var description: String {
    switch self {
    case .noFigure(let script): "there is no result: \(script)"
    case .noConversation: "the page has not connected to the app yet"
    case .database(let reason): "the database reports: \(reason)"
    }
  }
}
