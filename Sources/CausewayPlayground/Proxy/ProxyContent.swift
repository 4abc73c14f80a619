import CausewayCurl
import CausewayHTTP
import CausewayTransport
import Foundation

/// The pages of another server, such as a development server on this machine.
@MainActor final class ProxyContent: PageContent {
  private let documents: BrowserDocuments
  private let forwarder: Forwarder

  /// - Parameter upstream: the server's address. Its path does not matter.
  init(_ upstream: URL, documents: BrowserDocuments) {
    self.documents = documents
    forwarder = Forwarder(upstream)
  }

  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let host = request[field: "Host"]?.lowercased() else { return .text(400, "The request names no host.\n") }
    let placement = documents.placement(of: request)
    do throws(HTTPLoader.Failure) {
      if request.asksForWebSocket { return try await forwarder.openTunnel(request, host: host) }
      let (answer, body) = try await forwarder.send(request, host: host, isDocument: placement != nil)
      return try await response(answer, body, to: request, host, placement)
    } catch {
      // Nobody reads the answer if the browser has gone.
      return refusal(error, isDocument: placement != nil)
    }
  }

  private func response(
    _ answer: HTTPAnswer, _ body: HTTPAnswerBody, to request: HTTPRequest, _ host: String, _ placement: DocumentPlacement?
  ) async throws(HTTPLoader.Failure) -> HTTPResponse {
    var fields = forwarder.rules.responseFields(answer.fields, host: host, isDocument: placement != nil)
    let isHTML = answer.field("Content-Type")?.lowercased().hasPrefix("text/html") == true
    if isHTML { fields = DocumentFields.uncached(fields) }
    guard let placement, isHTML, request.method == "GET" || request.method == "POST" else {
      return Forwarder.response(answer, body, fields, length: placement == nil ? answer.statedLength : nil)
    }
    guard let html = try await body.all(upTo: Self.maximumHTML) else {
      return .text(502, "This HTML is longer than \(Self.maximumHTML >> 20) MiB, the limit of causeway serve.\n")
    }
    var response = documents.answer(request, answer.status, fields, html, placement: placement)
    response.reason = answer.reason
    return response
  }

  /// The maximum length of HTML, in bytes. The whole document is read before it is sent, because the bridges are
  /// inserted into it.
  private static let maximumHTML = 16 << 20

  /// The time, in seconds, after which the browser reloads a page to which the development server did not respond.
  private static let retryInterval = 2

  private func refusal(_ failure: HTTPLoader.Failure, isDocument: Bool) -> HTTPResponse {
    let text = """
      causeway serve got no answer from \(forwarder.rules.origin): \(failure.text)
      Is the development server running?\(isDocument ? " This page tries again every \(Self.retryInterval) seconds." : "")

      """
    let reload = [(name: "Refresh", value: "\(Self.retryInterval)"), (name: "Cache-Control", value: "no-store")]
    return .text(502, text, fields: isDocument ? reload : [])
  }
}

extension HTTPAnswerBody {
  /// Reads the rest of the body.
  /// - Parameter limit: the maximum number of bytes.
  /// - Returns: nil if the body is longer.
  fileprivate func all(upTo limit: Int) async throws(HTTPLoader.Failure) -> Data? {
    var data = Data()
    while let part = try await next() {
      data += part
      if data.count > limit { return nil }
    }
    return data
  }
}
