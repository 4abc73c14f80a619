import CausewayTransport
import Foundation

/// An HTTP client that keeps its connections open.
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
    let lines = fields.map { "\($0): \($1)" }
    guard lines.allSatisfy(\.isHeaderLine) else {
      throw .unreachable(reason: "A header field has a control character")
    }
    let load = HTTPLoad(
      url.absoluteString, fields: lines, upload: upload, until: .now + timeout, maximumBytes: maximumBytes,
      needsBody: needsBody)
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

extension String {
  /// Whether the text is a single line, which a server cannot read as two header fields.
  fileprivate var isHeaderLine: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}
