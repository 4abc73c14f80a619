import Foundation

/// A server that answers each request on a connection with the same bytes, and counts connections.
final class CountingServer: Sendable {
  private let server: RawServer

  /// - Parameters:
  ///   - answer: With its head.
  ///   - closes: Whether a connection ends with an answer.
  init(answer: String, closes: Bool = false) throws {
    server = try RawServer { connection, _ in
      while connection.readRequest() != nil, connection.send(answer), !closes {}
    }
  }

  var url: URL { server.url }
  var connections: Int { server.connections }
}
