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
    do {
      if request.asksForWebSocket { return try await forwarder.openTunnel(request, host: host) }
      let (answer, body) = try await forwarder.send(request, host: host, isDocument: placement != nil)
      var fields = forwarder.rules.responseFields(answer.fields, host: host, isDocument: placement != nil)
      let mayBeDocument = answer.field("Content-Type").map { DocumentKind(MediaType($0)) != nil } ?? true
      if mayBeDocument { fields = DocumentFields.uncached(fields) }
      let isDecoded = placement != nil && answer.field("Content-Encoding") != nil
      let response = Forwarder.response(answer, body, fields, length: isDecoded ? nil : answer.statedLength)
      guard let placement else { return response }
      return try await documents.connect(response, to: request, placement, isDecoded: isDecoded)
    } catch {
      // Nobody reads the answer if the browser has gone.
      return refusal((error as? HTTPLoader.Failure)?.text ?? "\(error)", isDocument: placement != nil)
    }
  }

  /// The time, in seconds, after which the browser reloads a page to which the development server did not respond.
  private static let retryInterval = 2

  private func refusal(_ reason: String, isDocument: Bool) -> HTTPResponse {
    let text = """
      causeway serve got no answer from \(forwarder.rules.origin): \(reason)
      Is the development server running?\(isDocument ? " This page tries again every \(Self.retryInterval) seconds." : "")

      """
    let reload = [(name: "Refresh", value: "\(Self.retryInterval)"), (name: "Cache-Control", value: "no-store")]
    return .text(502, text, fields: isDocument ? reload : [])
  }
}
