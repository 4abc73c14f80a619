import CausewayTransport
import Foundation

/// An HTTP client that keeps its connections open.
///
/// Answers are returned as a whole (``send(_:within:maximumBytes:needsBody:)``) or as streams (``open(_:)``).
///
/// The client follows no redirects, because another server must not receive the content of a request. It keeps no
/// cookies and no cache, stops reading at a size limit, and ends at the timeout, whatever the server does.
package final class HTTPLoader: Sendable {
  package enum Failure: Error, Hashable {
    case timedOut
    case tooLarge
    case cancelled
    /// The server could not be reached. The reason is short and contains nothing of the request; most texts are
    /// libcurl's.
    case unreachable(reason: String)
  }

  private let transfers: HTTPTransfers

  /// Creates a client for one server.
  ///
  /// - Parameters:
  ///   - server: The server of all requests.
  ///   - maximumConnections: The maximum number of simultaneous connections.
  package init(for server: URL, maximumConnections: Int) {
    transfers = HTTPTransfers(toLoopback: server.isLoopback, maximumConnections: maximumConnections)
  }

  deinit {
    transfers.close()
  }

  /// Sends a `GET` request, and returns the server's answer with any status.
  ///
  /// - Parameters:
  ///   - fields: The header fields. The request is not sent if a field contains a control character.
  ///   - timeout: The timeout of the whole call, including the wait for a free connection.
  ///   - maximumBytes: The maximum size of the body.
  package func get(
    _ url: URL, fields: [String: String] = [:], within timeout: Duration, maximumBytes: Int
  ) async throws(Failure) -> HTTPAnswer {
    try await load(url, fields, nil, within: timeout, maximumBytes)
  }

  /// Sends a body by `POST`. Libcurl may send the body again if a kept connection turns out to be closed before an
  /// answer has begun. Use this method only if the server treats a repeated request like one request.
  ///
  /// - Parameters:
  ///   - fields: The header fields, as for ``get(_:fields:within:maximumBytes:)``.
  ///   - timeout: The timeout of the whole call, including the wait for a free connection.
  ///   - maximumBytes: The maximum size of the answer's body.
  ///   - needsBody: Whether the body is needed. If not, an answer whose body is too large, or does not arrive completely
  ///     before the timeout, is an answer all the same.
  package func post(
    _ url: URL, body: [UInt8], fields: [String: String] = [:], within timeout: Duration, maximumBytes: Int,
    needsBody: Bool = true
  ) async throws(Failure) -> HTTPAnswer {
    try await load(url, fields, body, within: timeout, maximumBytes, needsBody: needsBody)
  }

  private func load(
    _ url: URL, _ fields: [String: String], _ upload: [UInt8]?, within timeout: Duration, _ maximumBytes: Int,
    needsBody: Bool = true
  ) async throws(Failure) -> HTTPAnswer {
    let request = HTTPClientRequest(
      upload == nil ? "GET" : "POST", url, fields: fields.map { HTTPField($0, $1) },
      body: upload.map { .bytes($0) } ?? .none)
    return try await send(request, within: timeout, maximumBytes: maximumBytes, needsBody: needsBody)
  }

  /// Sends a request, and returns the server's answer with any status.
  ///
  /// - Parameters:
  ///   - timeout: The timeout of the whole call, including the wait for a free connection; nil for none.
  ///   - maximumBytes: The maximum size of the answer's body.
  ///   - needsBody: Whether the body is needed, as for ``post(_:body:fields:within:maximumBytes:needsBody:)``.
  package func send(
    _ request: HTTPClientRequest, within timeout: Duration?, maximumBytes: Int, needsBody: Bool = true
  ) async throws(Failure) -> HTTPAnswer {
    guard let lines = request.lines else { throw Self.badField }
    return try await run(
      HTTPLoad(
        request, lines, until: timeout.map { .now + $0 }, maximumBytes: maximumBytes, needsBody: needsBody))
  }

  /// Sends a request, and returns the answer when its head has arrived.
  ///
  /// - Returns: The answer without its body, and the body while it arrives. When that object is released, the transfer ends.
  package func open(
    _ request: HTTPClientRequest
  ) async throws(Failure) -> (answer: HTTPAnswer, body: HTTPAnswerBody) {
    guard let lines = request.lines else { throw Self.badField }
    let load = HTTPLoad(request, lines, until: nil, stream: HTTPAnswerStream())
    let body = HTTPAnswerBody(load, transfers)
    return (try await run(load), body)
  }

  private static let badField = Failure.unreachable(reason: "A header field has a control character")

  private func run(_ load: HTTPLoad) async throws(Failure) -> HTTPAnswer {
    let transfers = transfers
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        transfers.begin(load) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      transfers.cancel(load)
    }
    return try result.get()
  }
}
