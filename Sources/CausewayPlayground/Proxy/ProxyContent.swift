import Foundation

/// The pages of another server, such as a development server on this machine.
@MainActor final class ProxyContent: PageContent {
  private let upstream: URL
  private let documents: BrowserDocuments
  private let client = HTTPClient()
  private let rules: ProxyRules

  /// - Parameter upstream: the server's address, without a path.
  init(_ upstream: URL, documents: BrowserDocuments) {
    self.upstream = upstream
    self.documents = documents
    rules = ProxyRules(upstream)
  }

  func answer(_ exchange: Exchange) {
    if exchange[field: "Upgrade"]?.lowercased() == "websocket" {
      Tunnel.open(
        exchange, to: upstream, head: rules.upgradeHead(exchange), allowsAnyCertificate: rules.isLocal)
      return
    }
    exchange.pause()
    let work = Task { await forward(exchange) }
    exchange.onEnd = { work.cancel() }
  }

  private func forward(_ exchange: Exchange) async {
    let frame = BrowserDocuments.isMainFrame(exchange)
    guard let host = exchange[field: "Host"]?.lowercased(),
      let url = URL(string: rules.origin + exchange.target)
    else { return exchange.answer(400, text: "The address is not valid.\n") }
    do {
      let answer = try await client.send(
        exchange.method, url, fields: rules.requestFields(exchange, host: host, isDocument: frame != nil),
        body: exchange.body, undoesCompression: frame != nil, allowsAnyCertificate: rules.isLocal)
      var fields = rules.responseFields(answer.fields, host: host, isDocument: frame != nil)
      let isHTML = answer[field: "Content-Type"]?.lowercased().hasPrefix("text/html") == true
      if isHTML { fields = HeaderFields.uncached(fields) }
      if let frame, isHTML, exchange.method == "GET" || exchange.method == "POST" {
        guard let html = try await answer.all(upTo: Self.maximumHTML) else {
          return exchange.answer(
            502, text: "This HTML is longer than \(Self.maximumHTML >> 20) MiB, the limit of causeway serve.\n")
        }
        documents.answer(exchange, answer.status, fields, html, isMainFrame: frame)
        return
      }
      try await stream(answer, fields, to: exchange, isDocument: frame != nil)
    } catch is CancellationError {
      // The browser has disconnected, so nobody waits for an answer.
    } catch {
      refuse(exchange, error, isDocument: frame != nil)
    }
  }

  /// The maximum length of HTML, in bytes. The whole document is read before it is sent, because the bridges are
  /// inserted into it.
  private static let maximumHTML = 16 << 20
  /// The maximum length of a request's body, in bytes. There is a limit because any site can send requests to the
  /// server.
  static let maximumBody = 64 << 20

  /// Passes a body on as it arrives, because it may have no end, like a stream of server-sent events.
  private func stream(
    _ answer: HTTPClientAnswer, _ fields: [(name: String, value: String)], to exchange: Exchange, isDocument: Bool
  ) async throws {
    let hasBody = exchange.method != "HEAD" && answer.status != 204 && answer.status != 304
    guard hasBody else { return exchange.answer(answer.status, fields) }
    let length = isDocument ? nil : answer[field: "Content-Length"].flatMap { Int($0) }
    exchange.begin(answer.status, fields.filter { $0.name.lowercased() != "content-length" }, length: length)
    while let part = try await answer.next() { await exchange.send(part) }
    exchange.complete()
  }

  /// The time, in seconds, after which the browser reloads a page to which the development server did not respond.
  private static let retryInterval = 2

  private func refuse(_ exchange: Exchange, _ error: any Error, isDocument: Bool) {
    let text = """
      causeway serve got no answer from \(rules.origin): \(error)
      Is the development server running?\(isDocument ? " This page tries again every \(Self.retryInterval) seconds." : "")

      """
    // An answer that has begun can only be aborted.
    guard !exchange.isAnswered else { return exchange.abort() }
    let reload = [("Refresh", "\(Self.retryInterval)"), ("Cache-Control", "no-store")]
    exchange.answer(502, text: text, isDocument ? reload : [])
  }
}
