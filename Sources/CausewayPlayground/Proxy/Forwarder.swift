import CausewayCurl
import CausewayHTTP
import CausewayTransport
import Foundation

/// A client that passes requests on to another server, with the changes of ``ProxyRules``.
final class Forwarder: Sendable {
  /// The maximum number of connections to the other server. Each open stream of server-sent events needs one.
  private static let maximumConnections = 256

  let rules: ProxyRules
  private let upstream: URL
  private let client: HTTPLoader

  /// - Parameter upstream: the server's address. Its path does not matter.
  init(_ upstream: URL) {
    rules = ProxyRules(upstream)
    self.upstream = URL(string: rules.origin) ?? upstream
    client = HTTPLoader(for: upstream, maximumConnections: Self.maximumConnections)
  }

  /// Passes a request on, and returns the answer when its head has arrived.
  /// - Parameters:
  ///   - host: the host to which the request was sent.
  ///   - isDocument: whether the whole answer is needed, without compression.
  func send(
    _ request: HTTPRequest, host: String, isDocument: Bool
  ) async throws(HTTPLoader.Failure) -> (answer: HTTPAnswer, body: HTTPAnswerBody) {
    var result = HTTPClientRequest(
      request.method, upstream, fields: rules.requestFields(request, host: host, isDocument: isDocument))
    result.target = request.target
    if let stream = request.stream {
      result.body = .stream(length: stream.length) { try await stream.next() }
    } else if request[field: "Content-Length"] != nil {
      result.body = .bytes([])
    }
    result.isForwarded = true
    result.undoesCompression = isDocument
    result.allowsAnyCertificate = rules.isLocal
    return try await client.open(result)
  }

  /// Connects to the other server for a WebSocket of its own, and passes on the request and then all bytes of both sides.
  func openTunnel(_ request: HTTPRequest, host: String) async throws(HTTPLoader.Failure) -> HTTPResponse {
    guard request.stream == nil else { return .text(400, "A request for a WebSocket must not have a body.\n") }
    let head = rules.upgradeHead(request, host: host)
    let server = try await CurlTunnel.connect(to: upstream, allowsAnyCertificate: rules.isLocal)
    return .tunnel { client in
      Task.detached { await Self.pass(client, server, head) }
    }
  }

  private static func pass(_ client: RawConnection, _ server: CurlTunnel, _ head: Data) async {
    let forth = Task {
      var part: Data? = head
      while let bytes = part, await server.send(bytes) { part = await client.next() }
      server.close()
    }
    while let bytes = await server.next(), await client.send(bytes) {}
    client.finish()
    server.close()
    await forth.value
  }

  /// Returns an answer with a body that is sent while it arrives.
  /// - Parameters:
  ///   - fields: the header fields.
  ///   - length: the number of bytes; nil if it is not known.
  static func response(
    _ answer: HTTPAnswer, _ body: HTTPAnswerBody, _ fields: [HTTPField], length: Int?
  ) -> HTTPResponse {
    var response = HTTPResponse(
      answer.status, BodyStream(length: length) { try await body.next() }, forwardedFields: fields)
    response.reason = answer.reason
    return response
  }
}

extension HTTPAnswer {
  /// The length of the body that the server has stated, in bytes; nil if it has stated none.
  var statedLength: Int? { field("Content-Length").flatMap { Int($0) } }
}

extension HTTPLoader.Failure {
  /// The reason, for a developer.
  var text: String {
    switch self {
    case .timedOut: "the answer took too long"
    case .tooLarge: "the answer is too long"
    case .cancelled: "the request was cancelled"
    case .unreachable(let reason): reason
    }
  }
}
