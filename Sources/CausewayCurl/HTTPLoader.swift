import CausewayTransport
import Foundation

/// Gets documents by HTTP, over connections that it keeps.
///
/// It follows no redirect, because what a request carries is for the server that was named; keeps no cookies and no
/// copies; stops reading at a limit; and ends when the time is over, whatever the server does.
package final class HTTPLoader: Sendable {
  package enum Failure: Error, Hashable {
    case timedOut
    case tooLarge
    case cancelled
    /// Why, in a few words in which there is nothing of what was sent: most are libcurl's for such a failure.
    case unreachable(reason: String)
  }

  private let transfers: HTTPTransfers

  /// - Parameters:
  ///   - server: Whom requests are for.
  ///   - maximumConnections: To it at once.
  package init(for server: URL, maximumConnections: Int) {
    transfers = HTTPTransfers(toLoopback: server.isLoopback, maximumConnections: maximumConnections)
  }

  deinit {
    transfers.close()
  }

  /// Gets a document, whatever its status.
  ///
  /// - Parameters:
  ///   - fields: Of the request's head. A request is not sent if one has a control character in it.
  ///   - timeout: For all of it, also for waiting until a connection is free.
  ///   - maximumBytes: The longest body.
  package func get(
    _ url: URL, fields: [String: String] = [:], within timeout: Duration, maximumBytes: Int
  ) async throws(Failure) -> HTTPAnswer {
    try await load(url, fields, nil, within: timeout, maximumBytes)
  }

  /// Sends a body by `POST`. Libcurl may send it a second time, if a connection that was kept turns out to be closed
  /// before an answer has begun: only for what the server takes twice as once.
  ///
  /// - Parameters:
  ///   - fields: Of the request's head, as of ``get(_:fields:within:maximumBytes:)``.
  ///   - timeout: For all of it, also for waiting until a connection is free.
  ///   - maximumBytes: The longest body of an answer.
  package func post(
    _ url: URL, body: [UInt8], fields: [String: String] = [:], within timeout: Duration, maximumBytes: Int
  ) async throws(Failure) -> HTTPAnswer {
    try await load(url, fields, body, within: timeout, maximumBytes)
  }

  private func load(
    _ url: URL, _ fields: [String: String], _ upload: [UInt8]?, within timeout: Duration, _ maximumBytes: Int
  ) async throws(Failure) -> HTTPAnswer {
    let lines = fields.map { "\($0): \($1)" }
    guard lines.allSatisfy(\.isHeaderLine) else {
      throw .unreachable(reason: "A header field has a control character")
    }
    let load = HTTPLoad(
      url.absoluteString, fields: lines, upload: upload, until: .now + timeout, maximumBytes: maximumBytes)
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
  /// Whether it is one line, which a server cannot take for two.
  fileprivate var isHeaderLine: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}
