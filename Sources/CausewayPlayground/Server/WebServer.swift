import CausewayHTTP
import Foundation

/// An HTTP server with WebSockets, whose requests are answered on the main actor.
@MainActor final class WebServer {
  /// A path on which clients open WebSockets.
  struct Endpoint {
    /// The path, which is compared as a whole.
    let path: String
    /// Returns whether a client may open a WebSocket. If not, the client gets the status 403.
    let admits: @MainActor (HTTPRequest) -> Bool
    /// Takes an open WebSocket.
    let open: @MainActor (ClientSocket, HTTPRequest) -> Void
  }

  private let endpoints: [Endpoint]
  private let handler: @MainActor (HTTPRequest) async -> HTTPResponse
  private var server: HTTPServer?
  /// The port; 0 before the server listens.
  private(set) var port: UInt16 = 0

  /// - Parameters:
  ///   - endpoints: the paths of WebSockets.
  ///   - handler: answers all other requests.
  init(endpoints: [Endpoint], handler: @escaping @MainActor (HTTPRequest) async -> HTTPResponse) {
    self.endpoints = endpoints
    self.handler = handler
  }

  /// Starts listening on this machine.
  /// - Parameter port: the port; 0 for any free port.
  func listen(port: UInt16) throws(WebServerError) {
    var options = HTTPServer.Options()
    options.address = "localhost"
    options.port = port
    options.forwards = true
    // A page that a developer has stopped neither reads nor writes for as long as the developer looks at it.
    options.timeout = .seconds(3_600)
    options.maximumRequests = options.maximumConnections
    options.maximumAnswerBytesAtOnce = 1 << 30
    options.cancelsAtEndOfInput = true
    options.stopTimeout = .zero
    let server = HTTPServer(options) { [weak self] request in
      await self?.answer(request) ?? .noAnswer
    }
    do throws(HTTPServerError) {
      self.port = UInt16(try server.start().port ?? 0)
    } catch {
      throw WebServerError(error, port: port)
    }
    self.server = server
  }

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let endpoint = endpoints.first(where: { $0.path == request.encodedPath }) else {
      return await handler(request)
    }
    guard request.asksForWebSocket else { return .nothing }
    guard endpoint.admits(request) else { return .text(403, "This page must not connect to the playground.\n") }
    return .webSocket(request, maximumBytes: ClientSocket.maximumBytes) { socket in
      Task { @MainActor in endpoint.open(ClientSocket(socket), request) }
    }
  }

  /// Ends all connections and stops listening.
  func stop() async {
    await server?.stop()
    server = nil
  }
}

extension HTTPResponse {
  /// The answer for an address at which there is nothing.
  static let nothing = HTTPResponse.text(404, "There is nothing at this address.\n")
}

/// The error for a port on which the server cannot listen.
public struct WebServerError: Error, CustomStringConvertible {
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// Another program listens on the port.
    case inUse
    /// Any other reason.
    case other
  }

  /// The kind of the error.
  public let kind: Kind
  let port: UInt16
  let reason: String

  fileprivate init(_ error: HTTPServerError, port: UInt16) {
    self.port = port
    switch error {
    case .addressInUse: (kind, reason) = (.inUse, "")
    case .cannotListen(_, _, let text), .cannotStart(let text): (kind, reason) = (.other, text)
    case .alreadyStarted, .notAnAddress: (kind, reason) = (.other, error.description)
    }
  }

  /// The port, and the reason.
  public var description: String {
    switch kind {
    case .inUse: "port \(port) of this machine is in use by another program; choose another port"
    case .other: "the server cannot listen on port \(port) of this machine: \(reason)"
    }
  }
}
