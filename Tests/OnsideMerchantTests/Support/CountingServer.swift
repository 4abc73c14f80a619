import Foundation

/// A server that gives the same answer to each request, and counts its connections.
final class CountingServer: Sendable {
  private let server: RawServer

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - answer: the whole answer, including its head.
  ///   - closes: whether the server closes a connection after its first answer.
  init(answer: String, closes: Bool = false) throws {
    server = try RawServer { connection, _ in
      while connection.readRequest() != nil, connection.send(answer), !closes {}
    }
  }

  var url: URL { server.url }
  var connections: Int { server.connections }
}
