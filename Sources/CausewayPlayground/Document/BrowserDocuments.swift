import Causeway
import CausewayHTTP
import CausewayTransport
import Foundation

/// The documents that browsers show, from their HTML to their end.
@MainActor final class BrowserDocuments {
  /// The time for which a page waits for the end of the tab's last page.
  private static let tabTimeout: Duration = .seconds(1)
  /// The time for which a sub-frame waits for its top document. It is longer than the longest pause of a page between
  /// two attempts to connect, so that frames find their tab after a restart of the server.
  private static let frameTimeout: Duration = .seconds(5)
  /// The maximum number of tabs that are kept while they have no page, so that a reloaded page finds its tab.
  private static let maximumEmptyTabs = 64
  /// The maximum number of ``claims``.
  private static let maximumClaims = 1_024
  /// The time after which connected pages get new tokens. It is much shorter than the validity of a token.
  private static let renewalTime: Duration = .seconds(3_600)

  private let tokens: DocumentTokens
  /// Returns the platform for new documents.
  private let platform: @MainActor () -> String
  private let makeBridge: @MainActor (String) -> Bridge
  private let didForget: @MainActor (Bridge) -> Void
  /// The script for each platform. A bridge is needed to make the script, and its tab stays in ``spare`` for the first
  /// document.
  private var scripts: [String: DocumentScript] = [:]
  private var spare: [String: BrowserTab] = [:]
  /// The tabs, by name.
  private var tabs: [String: BrowserTab] = [:]
  private var emptyTabs: [String] = []
  private var documents: [ObjectIdentifier: BrowserDocument] = [:]
  /// The sub-frames whose tab is not known yet, by their names.
  private var arriving: [String: ArrivingDocument] = [:]
  /// The tabs of sub-frames that have not connected yet, with the frames' names, the oldest first.
  private var claims: [(name: String, tab: BrowserTab)] = []
  /// The sub-frames that no top document has reported, by their names.
  private var strays: [String: BrowserDocument] = [:]
  private var workers = ServiceWorkers()
  /// Called when a top-level document is loaded.
  var onLoad: (@MainActor (BrowserDocument, Bridge) -> Void)?
  /// Called with a sentence about a document that cannot have a bridge.
  var onRemark: (@MainActor (String) -> Void)?

  /// - Parameters:
  ///   - key: the secret of the tokens' signatures.
  ///   - platform: returns the platform for new documents.
  ///   - makeBridge: makes the bridge of a tab, for a platform.
  ///   - didForget: called with the bridge of a tab that is no longer used.
  init(
    key: Data, platform: @escaping @MainActor () -> String, makeBridge: @escaping @MainActor (String) -> Bridge,
    didForget: @escaping @MainActor (Bridge) -> Void
  ) {
    tokens = DocumentTokens(key: key)
    self.platform = platform
    self.makeBridge = makeBridge
    self.didForget = didForget
    Task { [weak self] in
      repeat { try await Task.sleep(for: Self.renewalTime) } while self?.renewTokens() != nil
    }
  }

  /// The open top-level documents.
  var mainDocuments: [BrowserDocument] { documents.values.filter(\.frame.isMainFrame) }

  // MARK: HTML

  /// Returns the place in which a browser will show the answer; nil if it does not ask for a document.
  func placement(of request: HTTPRequest) -> DocumentPlacement? {
    workers.note(request)
    return DocumentPlacement(request) ?? (workers.fetches(request) ? .fetched : nil)
  }

  /// Answers a request for a document, after inserting the script that connects it. Other files are passed on unchanged.
  /// - Parameters:
  ///   - answer: the answer without the script. Its header fields are in ``HTTPResponse/forwardedFields``, and its body is a
  ///     stream.
  ///   - isDecoded: whether a compression was undone, so that the length in the fields is not that of the body.
  func connect(
    _ answer: HTTPResponse, to request: HTTPRequest, _ placement: DocumentPlacement, isDecoded: Bool
  ) async throws -> HTTPResponse {
    guard let host = request[field: "Host"]?.lowercased(), let stream = answer.stream,
      request.method == "GET" || request.method == "POST"
    else { return answer }
    let platform = platform()
    let script = script(for: platform)
    let connections = ["ws://\(host)/__causeway/", "http://\(host)/__causeway/"]
    let document = IssuedDocument(placement: placement, host: host, platform: platform)
    let fields = answer.forwardedFields
    let body = DocumentBody(
      DocumentRewriter(
        contentType: fields.value(of: "Content-Type"),
        allowsSniffing: fields.value(of: "X-Content-Type-Options")?.lowercased() != "nosniff",
        script: script.inserted(tokens: issueTokens(for: document).both, connections: connections)),
      isNeeded: { placement != .fetched || ServiceWorkers.isDocument($0) }, stream.next)
    let head = try await body.begin()
    var answer = answer
    guard head.hasScript else {
      answer.stream = BodyStream(length: isDecoded ? nil : stream.length) { try await body.next() }
      return answer
    }
    if placement == .fetched { onRemark?(Self.fetchedByWorker(String(request.encodedPath))) }
    var newFields = fields.filter { !Self.replaced.contains($0.name.lowercased()) }
    for (index, field) in newFields.enumerated() where field.name.lowercased() == "content-security-policy" {
      if ContentSecurityPolicy.forbidsAllScripts(field.value) {
        // Report this here, because no script runs in the page that could write it to the page's console.
        onRemark?(
          "\(request.encodedPath) runs no scripts and finds no bridge, because its Content-Security-Policy has `sandbox` "
            + "without `allow-scripts`; add `allow-scripts` there.")
      }
      newFields[index].value = ContentSecurityPolicy.amended(
        field.value, script: script.hash, connections: connections)
    }
    newFields += [HTTPField("Content-Type", head.contentType ?? "text/html"), HTTPField("Cache-Control", "no-store")]
    answer.forwardedFields = newFields
    answer.stream = BodyStream { try await body.next() }
    return answer
  }

  /// The sentence about a document that a service worker has fetched by its address.
  private static func fetchedByWorker(_ path: String) -> String {
    "A service worker fetched \(path) by its address, so the request does not say that it is a document. It got a bridge "
      + "because it looks like one; write `fetch(event.request)` instead of `fetch(event.request.url)` in the worker."
  }

  /// Returns a new token for a document, and both this token and one for the document's frames, as its script reads
  /// them.
  private func issueTokens(for document: IssuedDocument) -> (own: String, both: String) {
    let token = tokens.issue(for: document)
    return (token, "\(token) \(tokens.issueForFrames(of: document))")
  }

  /// The fields that are wrong for HTML with an inserted script. A browser must not cache a document, because each
  /// document has its own token.
  private static let replaced: Set = [
    "content-type", "content-length", "content-encoding", "content-md5", "digest", "repr-digest", "etag",
    "last-modified",
    "cache-control", "expires", "pragma", "age", "accept-ranges",
  ]

  private func script(for platform: String) -> DocumentScript {
    if let script = scripts[platform] { return script }
    let tab = BrowserTab(platform: platform, bridge: makeBridge(platform))
    let script = DocumentScript(of: tab.bridge)
    spare[platform] = tab
    scripts[platform] = script
    return script
  }

  // MARK: Connections

  /// Returns the endpoint of the documents' WebSockets.
  func endpoint(hosts: @escaping @MainActor () -> HostCheck) -> WebServer.Endpoint {
    WebServer.Endpoint(
      path: DocumentScript.path,
      admits: { request in
        guard let host = request[field: "Host"]?.lowercased(), hosts().purpose(of: host) == .pages else {
          return false
        }
        return Self.origin(of: request, host: host) != nil
      },
      open: { [weak self] socket, request in self?.open(socket, request) })
  }

  /// Returns the origin of the frame that opens a WebSocket, as the browser reports it; nil if the frame cannot have
  /// received its HTML from the host of the request.
  private static func origin(of request: HTTPRequest, host: String) -> Origin? {
    guard let text = request[field: "Origin"] else { return nil }
    // A sandboxed frame has an opaque origin, which the browser writes as `null`.
    if text == "null" { return .opaque }
    guard text.lowercased() == "http://" + host else { return nil }
    return try? Origin(parsing: text)
  }

  private func open(_ socket: ClientSocket, _ request: HTTPRequest) {
    let query = QueryFields(request.encodedQuery)
    let name = query["name"] ?? ""
    guard let host = request[field: "Host"]?.lowercased(), let origin = Self.origin(of: request, host: host),
      name.utf8.count <= BrowserDocument.maximumName,
      let token = query["token"], var issued = tokens.redeem(token, host: host)
    else {
      socket.close(BrowserDocument.refused, "This document is unknown or has connected before; reload the page.")
      return
    }
    // In the console, the sentence needs no path, because the page is there.
    if issued.placement == .fetched { socket.send("#" + Self.fetchedByWorker("this page")) }
    issued.settle(isTop: query["top"] == "1")
    // The page has given up the connection on which it got this token. That connection must end first, because calls
    // that the page repeats must reach the same bridge.
    documents.values.first { $0.token == token }?.supersede()
    // Send the next token first, because the page needs it to connect again if the connection is lost.
    let next = issueTokens(for: issued)
    socket.send("+" + next.both)
    let document = ArrivingDocument(
      socket, ArrivingDocument.Description(issued: issued, origin: origin, name: name, token: next.own))
    if issued.isMainFrame { arrive(document) } else { arriveInTab(document) }
  }

  /// Moves a top-level document into its tab. If the tab's previous document is still open, waits for its end. If that
  /// document stays open, the user has duplicated the tab, so the new document gets its own tab.
  private func arrive(_ document: ArrivingDocument) {
    guard let tab = tabs[document.description.name] else { return enter(nil, document) }
    guard tab.main != nil else { return enter(tab, document) }
    tab.waiting.append(document)
    Task {
      try await Task.sleep(for: Self.tabTimeout)
      guard let index = tab.waiting.firstIndex(where: { $0 === document }) else { return }
      tab.waiting.remove(at: index)
      enter(nil, document)
    }
  }

  private func enter(_ tab: BrowserTab?, _ document: ArrivingDocument) {
    guard document.isOpen else { return }
    let platform = document.description.issued.platform
    // A page for another platform has other dialects, so it needs a tab with another bridge.
    let known = tab?.platform == platform ? tab : nil
    let tab = known ?? newTab(for: platform)
    emptyTabs.removeAll { $0 == tab.name }
    document.enter(tab) { document in
      begin(document, in: tab)
      tab.main = document
      document.send(tab: tab.name)
      document.onLoad = { [weak self, weak document] in document.map { self?.onLoad?($0, tab.bridge) } }
      document.onFrame = { [weak self] name in self?.claim(name, for: tab) }
    }
  }

  private func newTab(for platform: String) -> BrowserTab {
    let tab = spare.removeValue(forKey: platform) ?? BrowserTab(platform: platform, bridge: makeBridge(platform))
    tabs[tab.name] = tab
    return tab
  }

  private func begin(_ document: BrowserDocument, in tab: BrowserTab) {
    let id = ObjectIdentifier(document)
    documents[id] = document
    document.onEnd = { [weak self] in self?.end(document, in: tab) }
  }

  private func end(_ document: BrowserDocument, in tab: BrowserTab) {
    documents[ObjectIdentifier(document)] = nil
    strays = strays.filter { $0.value !== document }
    // A tab that is not in `tabs` was made for this sub-frame alone, so its bridge is no longer used.
    if tabs[tab.name] !== tab { didForget(tab.bridge) }
    guard tab.main === document else { return }
    tab.main = nil
    emptyTabs.append(tab.name)
    if emptyTabs.count > Self.maximumEmptyTabs, let forgotten = tabs.removeValue(forKey: emptyTabs.removeFirst()) {
      didForget(forgotten.bridge)
    }
    while tab.main == nil, !tab.waiting.isEmpty { enter(tab, tab.waiting.removeFirst()) }
  }

  /// Gives the connected pages new tokens, because a page may be open for longer than a token is valid.
  private func renewTokens() {
    for document in documents.values {
      let next = issueTokens(for: document.issued)
      document.renew(token: next.own, both: next.both)
    }
  }

  // MARK: Sub-frames

  /// Moves a sub-frame into the tab whose top document reports it. A frame that no top document reports, for example in
  /// a page of another server, gets its own tab, in which it is a sub-frame without a known main frame.
  private func arriveInTab(_ document: ArrivingDocument) {
    let name = document.description.name
    if let index = claims.firstIndex(where: { $0.name == name }) {
      return enterAsFrame(claims.remove(at: index).tab, document)
    }
    if let other = arriving[name], other.isOpen { return enterAsFrame(nil, document) }
    arriving[name] = document
    Task {
      try await Task.sleep(for: Self.frameTimeout)
      // The frame may have connected again in the meantime, under the same name.
      guard arriving[name] === document else { return }
      arriving[name] = nil
      enterAsFrame(nil, document)
    }
  }

  /// Records that a sub-frame has sent its name to a tab's top document.
  private func claim(_ name: String, for tab: BrowserTab) {
    if let document = arriving[name], document.isOpen {
      arriving[name] = nil
      return enterAsFrame(tab, document)
    }
    claims.removeAll { $0.name == name }
    claims.append((name, tab))
    // The frame then connects again, and is moved into the tab.
    strays[name]?.leave()
    // Limit the list, because a frame that was removed before it connected stays in it.
    if claims.count > Self.maximumClaims { claims.removeFirst() }
  }

  private func enterAsFrame(_ reported: BrowserTab?, _ document: ArrivingDocument) {
    guard document.isOpen else { return }
    let platform = document.description.issued.platform
    let known = reported?.platform == platform ? reported : nil
    let tab = known ?? BrowserTab(platform: platform, bridge: makeBridge(platform))
    document.enter(tab) { frame in
      begin(frame, in: tab)
      if reported == nil { strays[document.description.name] = frame }
    }
  }

  /// Closes all connections. The pages connect again as soon as a server is running.
  func leaveAll() {
    for document in documents.values { document.leave() }
    for document in arriving.values { document.leave() }
    for document in tabs.values.flatMap(\.waiting) { document.leave() }
  }
}

/// The fields of a query whose names and values need no decoding.
struct QueryFields {
  private var values: [Substring: Substring] = [:]

  init(_ query: Substring?) {
    for field in (query ?? "").split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[parts[0]] = parts.count == 2 ? parts[1] : ""
    }
  }

  subscript(_ name: String) -> String? { values[name[...]].map(String.init) }
}
