import Causeway
import CausewayHTTP
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server that provides web pages in an ordinary browser with the bridges of an app, and that shows their messages in
/// an inspector.
///
/// Each document of the browser becomes a conversation of a ``/Causeway/Bridge``, as a document of a web view does. The
/// server has a thread of its own, and answers on the main actor.
@MainActor public final class Playground {
  /// The settings of a playground.
  public struct Options: Sendable {
    /// The source of the pages.
    public enum Content: Sendable {
      /// The files of a folder.
      case folder(URL)
      /// Another server, such as a development server: an http or https address without a path.
      case server(URL)
    }

    /// The source of the pages.
    public var content: Content
    /// The port; 0 for any free port.
    public var port: UInt16 = 8080
    /// The secret with which tokens of documents are signed. With the same secret, a server that is started again knows
    /// the documents of the server before it. Nil for a new random secret.
    public var key: Data?

    /// Whether a document that does not exist in the folder is answered with the folder's `index.html`.
    public var isSinglePage = false

    /// Whether requests wait until ``Playground/answerRequests()`` is called.
    public var holdsRequests = false

    /// Creates settings for a source of pages.
    public init(_ content: Content) {
      self.content = content
    }
  }

  /// The inspector of the playground.
  public let inspector: Inspector

  /// Called when a top-level document is loaded.
  public var onLoad: (@MainActor (PlaygroundDocument) -> Void)?

  /// Called with a sentence about a page that cannot have a bridge, once for each sentence. The inspector shows it too.
  public var onRemark: (@MainActor (String) -> Void)?

  /// Called with each file that a page requests, before it is read: the names of its folders in the served folder, and its
  /// own. The file may be missing.
  public var onFile: (@MainActor ([String]) -> Void)?

  private let options: Options
  private let documents: BrowserDocuments
  private let content: any PageContent
  private let cookies = CookieOffers()
  private let tools: InspectorTools
  private var server: WebServer?
  private var hosts = HostCheck(port: 0)
  /// The requests that wait for ``answerRequests()``; nil if requests do not wait.
  private var held: [CheckedContinuation<Void, Never>]?

  /// Creates a playground that does not listen yet.
  /// - Parameters:
  ///   - inspector: the inspector, in which the user also chooses the platform that pages get at their next load.
  ///   - makeBridge: makes the bridge of a browser tab for a platform.
  ///   - didForget: called with the bridge of a tab that is no longer used.
  /// - Throws: An error if the folder cannot be opened.
  public init(
    _ options: Options, inspector: Inspector, makeBridge: @escaping @MainActor (_ platform: String) -> Bridge,
    didForget: @escaping @MainActor (Bridge) -> Void = { _ in }
  ) throws {
    self.options = options
    held = options.holdsRequests ? [] : nil
    self.inspector = inspector
    let key = options.key ?? Data((0..<32).map { _ in UInt8.random(in: 0...255) })
    inspector.useKey(key)
    // A variable, because the tools are created before the documents. The panel asks for the documents only later.
    var documents: BrowserDocuments?
    let tools = InspectorTools(inspector) { documents?.mainDocuments.map(\.conversation) ?? [] }
    self.tools = tools
    self.documents = BrowserDocuments(
      key: key,
      platform: { inspector.introduction.platform },
      makeBridge: { platform in
        let bridge = makeBridge(platform)
        tools.add(bridge)
        return bridge
      }, didForget: didForget)
    documents = self.documents
    content =
      switch options.content {
      case .folder(let folder):
        try FolderContent(folder, isSinglePage: options.isSinglePage, documents: self.documents)
      case .server(let server): ProxyContent(server, documents: self.documents)
      }
    (content as? FolderContent)?.onFile = { [weak self] in self?.onFile?($0) }
    self.documents.onLoad = { [weak self] document, bridge in
      self?.onLoad?(PlaygroundDocument(document: document, bridge: bridge))
    }
    self.documents.onRemark = { [weak self] text in
      if inspector.remark(text) { self?.onRemark?(text) }
    }
  }

  /// Starts listening on this machine.
  /// - Parameter port: the port; nil for the port of the options.
  /// - Throws: ``WebServerError`` if the server cannot listen on the port.
  public func start(port: UInt16? = nil) throws(WebServerError) {
    let hosts: @MainActor () -> HostCheck = { [weak self] in self?.hosts ?? HostCheck(port: 0) }
    let conversations = documents.endpoint(hosts: hosts)
    let admitted = WebServer.Endpoint(
      path: conversations.path,
      // While requests wait, refuse documents of an earlier server; they soon try again.
      admits: { [weak self] in self?.held == nil && conversations.admits($0) }, open: conversations.open)
    let server = WebServer(endpoints: [admitted, inspector.endpoint(hosts: hosts)]) { [weak self] request in
      await self?.answer(request) ?? .noAnswer
    }
    try server.listen(port: port ?? options.port)
    self.server = server
    self.hosts = HostCheck(port: server.port)
    inspector.introduction.pages = [pages.absoluteString]
  }

  /// The address of the pages.
  public var pages: URL { URL(string: "http://\(hosts.pageHost)/")! }

  /// The address of the inspector, with its token.
  public var inspectorAddress: URL { inspector.address(at: hosts) }

  /// Sets a cookie in the browsers that show pages of the cookie's host. A response of the server sets the cookie, so
  /// it may be an `HttpOnly` cookie.
  /// - Throws: ``CookieNotSet`` if no open page has that host.
  public func setCookie(_ cookie: HTTPCookie) async throws(CookieNotSet) {
    try await cookies.set(cookie, in: documents.mainDocuments)
  }

  /// Answers the requests that wait because of ``Options/holdsRequests``, and all later ones.
  public func answerRequests() {
    let waiting = held ?? []
    held = nil
    for request in waiting { request.resume() }
  }

  /// Makes the browsers load all open pages again.
  public func reloadPages() {
    for document in documents.mainDocuments { document.reload() }
  }

  /// Ends all conversations and stops listening. Pages connect again when a server is started at the same port.
  public func stop() async {
    documents.leaveAll()
    let (server, waiting) = (self.server, held ?? [])
    self.server = nil
    if held != nil { held = [] }
    for request in waiting { request.resume() }
    await server?.stop()
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let purpose = hosts.purpose(of: request[field: "Host"]) else {
      return .text(
        403,
        "Open http://\(hosts.pageHost)/ instead: under other names the playground could be reached by other sites.\n")
    }
    let path = request.encodedPath
    switch purpose {
    case .inspector where path.hasPrefix(InspectorFiles.path): return InspectorFiles.answer(path)
    case .inspector: return redirect(request, to: hosts.pageHost)
    case .pages where path.hasPrefix(cookies.path): return cookies.answer(request)
    case .pages where path.hasPrefix(InspectorFiles.path): return redirect(request, to: hosts.inspectorHost)
    case .pages:
      if held != nil { await withCheckedContinuation { held?.append($0) } }
      return await content.answer(request)
    }
  }

  private func redirect(_ request: HTTPRequest, to host: String) -> HTTPResponse {
    HTTPResponse(307, fields: [("Location", "http://\(host)\(request.target)")])
  }
}

/// A top-level document that was loaded in a browser.
@MainActor public struct PlaygroundDocument {
  fileprivate let document: BrowserDocument
  /// The bridge of the document's tab.
  public let bridge: Bridge

  /// Returns whether the page has a function under a dotted name, such as `GBGBridge.receive`. Returns false if the
  /// document no longer exists.
  public func hasFunction(_ name: String) async -> Bool { await document.hasFunction(name) }
}
