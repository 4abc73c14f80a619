import Causeway
import CausewayJSON
import CausewayWebKit
import Foundation
import WebKit

/// A document in which the module of a mock runs. The command talks to it over a bridge of its own.
@MainActor final class MockDocument: NSObject, WKNavigationDelegate {
  private let file: URL
  private let bridge = Bridge()
  private let host: WebViewHost
  private let webView: WKWebView
  private let pages: LocalPages
  private let address: String
  private let sources = MockSources()
  private var loaded: CheckedContinuation<Void, any Error>?
  /// The names of the module's functions.
  private(set) var names: Set<String> = []

  init(_ file: URL, onEvent: @escaping @MainActor (_ name: String, _ data: JSONValue?) -> Void) {
    self.file = file
    let configuration = WKWebViewConfiguration()
    configuration.websiteDataStore = .nonPersistent()
    pages = LocalPages(root: nil, scriptFolders: [file.deletingLastPathComponent()])
    configuration.setURLSchemeHandler(pages, forURLScheme: PageLocation.scheme)
    address = pages.address(ofScript: file.lastPathComponent, at: 0)
    host = WebViewHost(bridge: bridge)
    bridge.log = { _ in }
    bridge.install(
      CausewayDialect(
        [
          Capability("values", policy: .mainFrame, streaming: { [sources] (id: Int, _) in try sources.values(id) }),
          Capability("pieces", policy: .mainFrame, streaming: { [sources] (id: Int, _) in try sources.pieces(id) }),
          Capability(
            "event", policy: .mainFrame,
            json: { data, _ in
              if let name = data["name"]?.stringValue { onEvent(name, data["data"]) }
              return nil
            }),
        ]))
    host.attach(to: configuration)
    ConsoleReporter.attach(to: configuration.userContentController)
    webView = WKWebView(frame: .zero, configuration: configuration)
    super.init()
    webView.navigationDelegate = self
  }

  /// Whether the document is gone, because its process has ended.
  var isClosed: Bool { conversation?.isClosed != false }

  /// Whether the module, or a file that it imports, has changed since it was read.
  var hasChanges: Bool { pages.files.hasChanges }

  private var conversation: Conversation? {
    bridge.frames.first(where: \.isMainFrame).flatMap { bridge.conversation(with: $0.document) }
  }

  /// Loads the module. Throws ``MockFailure`` if it cannot be used.
  func load() async throws {
    try await withCheckedThrowingContinuation {
      loaded = $0
      webView.loadHTMLString(Self.html, baseURL: URL(string: "\(PageLocation.scheme)://\(PageLocation.host)/"))
    }
    let script = """
      \(String(decoding: PageScript.jsonWriter, as: UTF8.self))
      \(String(decoding: PackageResources.mock_js, as: UTF8.self))
      const stringify = jsonWriter();
      try {
        return stringify(await runMock(address));
      } catch (error) {
        return stringify({ thrown: String(error), position: positionOf(error, address) });
      }
      """
    let result = try await webView.callAsyncJavaScript(script, arguments: ["address": address], contentWorld: .page)
    let json = try JSONValue(parsing: result as? String ?? "null")
    guard let names = json.arrayValue else {
      throw MockFailure(
        "\(file.path): the mock cannot be loaded: \(json["thrown"]?.stringValue ?? "its document went away")"
          + MockAnswer.position(in: json))
    }
    self.names = Set(names.compactMap(\.stringValue))
  }

  func answer(
    _ kind: MockScript.Kind, _ request: MockScript.Request, onProgress: @escaping @MainActor (JSONValue) -> Void
  ) async throws -> MockAnswer {
    guard let conversation else { throw MockFailure("the mock's document has ended") }
    let id = request.source.map(sources.add)
    defer { if let id { sources.remove(id) } }
    let answer = try await conversation.call(
      kind.rawValue, request.json(source: id), deadline: .never, onProgress: onProgress)
    return try MockAnswer(answer, of: request.name)
  }

  /// Calls a function that answers with a stream.
  func values(_ request: MockScript.Request) throws -> PageValues<JSONValue> {
    guard let conversation else { throw MockFailure("the mock's document has ended") }
    return try conversation.values("stream", request.json(source: nil))
  }

  /// The page that loads the module. The page provides the module `causeway/testing`, because a mock may import the
  /// class of its errors from there.
  private static let html = """
    <!doctype html>
    <title>Mock</title>
    <script type="importmap">{ "imports": { "causeway/testing": "\(errorModule)" } }</script>
    """

  private static let errorModule =
    "data:text/javascript;base64," + Data(PackageResources.app_error_js).base64EncodedString()

  // MARK: Navigation

  func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) { finish(.success(())) }

  func webView(_ webView: WKWebView, didFail navigation: WKNavigation!, withError error: any Error) {
    finish(.failure(error))
  }

  func webView(_ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error)
  {
    finish(.failure(error))
  }

  func webViewWebContentProcessDidTerminate(_ webView: WKWebView) {
    host.webContentProcessDidTerminate(in: webView)
    finish(.failure(MockFailure("the process of the mock has ended")))
  }

  private func finish(_ result: Result<Void, any Error>) {
    loaded?.resume(with: result)
    loaded = nil
  }
}

/// The uploads that the module of a mock may read.
@MainActor private final class MockSources {
  private var sources: [Int: MockScript.Source] = [:]
  private var latest = 0

  func add(_ source: MockScript.Source) -> Int {
    latest += 1
    sources[latest] = source
    return latest
  }

  /// Returns the values of an upload, which can be read only once.
  func values(_ id: Int) throws -> AsyncThrowingMapSequence<PageValues<JSONValue>, JSONValue> {
    guard case .values(let values)? = sources.removeValue(forKey: id) else { throw Self.failure }
    return values
  }

  /// Returns the bytes of an upload, which can be read only once.
  func pieces(_ id: Int) throws -> PageValues<Bytes> {
    guard case .pieces(let pieces)? = sources.removeValue(forKey: id) else { throw Self.failure }
    return pieces
  }

  private static let failure = MockFailure("the upload has been read already, or its call has ended")

  func remove(_ id: Int) { sources[id] = nil }
}

extension MockScript.Request {
  /// Returns the request as `mock.js` reads it.
  fileprivate func json(source: Int?) -> JSONValue {
    let isOfBytes = if case .pieces? = self.source { true } else { false }
    var object: JSONObject = ["name": .string(name), "parameters": parameters]
    if let bytes { object["bytes"] = .string(Data(bytes.array).base64EncodedString()) }
    if let source { object[isOfBytes ? "pieces" : "values"] = .number(Double(source)) }
    return .object(object)
  }
}
