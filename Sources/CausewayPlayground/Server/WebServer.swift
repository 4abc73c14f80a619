import CSoup
import Foundation

/// An HTTP server with WebSockets, on GLib's main loop and therefore on the main actor.
///
/// The program runs GLib's default main context on the main thread.
@MainActor final class WebServer {
  /// A path on which clients open WebSockets.
  struct Endpoint {
    /// The path, which is compared as a whole.
    let path: String
    /// Returns whether a client may open a WebSocket. If not, the client gets the status 403.
    let admits: @MainActor (Exchange) -> Bool
    /// Takes an open WebSocket.
    let open: @MainActor (WebSocket, Exchange) -> Void
  }

  private let server: UnsafeMutablePointer<SoupServer>
  /// The port; 0 before the server listens.
  private(set) var port: UInt16 = 0

  /// - Parameters:
  ///   - endpoints: the paths of WebSockets.
  ///   - maximumBody: the maximum length of a request's body, in bytes; 0 if bodies are not read.
  ///   - handler: answers all other requests.
  init(endpoints: [Endpoint], maximumBody: Int = 0, handler: @escaping @MainActor (Exchange) -> Void) {
    server = csoup_server_new()
    typealias Box = ClosureBox<@MainActor (Exchange) -> Void>
    soup_server_add_handler(
      server, nil,
      { _, message, _, _, data in
        guard let message, let data else { return }
        MainActor.assumeIsolated { Box.borrow(data).body(Exchange(message)) }
      }, Box(handler).retained, releaseBox)
    soup_server_add_early_handler(
      server, nil,
      { _, message, _, _, data in
        guard let message, let data else { return }
        MainActor.assumeIsolated { Exchange(message).limitBody(to: ClosureBox<Int>.borrow(data).body) }
      }, ClosureBox(maximumBody).retained, releaseBox)
    for endpoint in endpoints { add(endpoint) }
  }

  isolated deinit {
    soup_server_disconnect(server)
    g_object_unref(server)
  }

  private func add(_ endpoint: Endpoint) {
    // The early handler runs before libsoup accepts the handshake. If the handler sets a status, libsoup sends that
    // status instead.
    soup_server_add_early_handler(
      server, endpoint.path,
      { _, message, _, _, data in
        guard let message, let data else { return }
        MainActor.assumeIsolated {
          let (endpoint, exchange) = (ClosureBox<Endpoint>.borrow(data).body, Exchange(message))
          let isUpgrade = exchange[field: "Upgrade"]?.lowercased() == "websocket"
          if !isUpgrade || exchange.path != endpoint.path {
            exchange.answer(404, text: "There is nothing at this address.\n")
          } else if !endpoint.admits(exchange) {
            exchange.answer(403, text: "This page must not connect to the playground.\n")
          }
        }
      }, ClosureBox(endpoint).retained, releaseBox)
    soup_server_add_websocket_handler(
      server, endpoint.path, nil, nil,
      { _, message, _, connection, data in
        guard let message, let connection, let data else { return }
        MainActor.assumeIsolated {
          ClosureBox<Endpoint>.borrow(data).body.open(WebSocket(connection), Exchange(message))
        }
      }, ClosureBox(endpoint).retained, releaseBox)
  }

  /// Starts listening on this machine.
  /// - Parameter port: the port; 0 for any free port.
  func listen(port: UInt16) throws(WebServerError) {
    do throws(WebServerError) {
      try listen(port, SoupServerListenOptions(rawValue: 0))
    } catch {
      guard error.kind == .other else { throw error }
      // The machine may have no IPv6, so try again without it.
      try listen(port, SOUP_SERVER_LISTEN_IPV4_ONLY)
    }
    self.port = csoup_server_port(server)
  }

  private func listen(_ port: UInt16, _ options: SoupServerListenOptions) throws(WebServerError) {
    var error: UnsafeMutablePointer<GError>?
    guard soup_server_listen_local(server, guint(port), options, &error) != 0 else {
      throw WebServerError(error, port: port)
    }
  }

  /// Ends all connections and stops listening.
  func stop() {
    soup_server_disconnect(server)
  }
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

  /// - Parameter error: the error of GLib, which this initializer frees.
  fileprivate init(_ error: UnsafeMutablePointer<GError>?, port: UInt16) {
    kind = error.map { csoup_is_address_in_use($0) != 0 } == true ? .inUse : .other
    self.port = port
    reason = error?.pointee.message.map { String(cString: $0) } ?? "the system gives no reason"
    if let error { g_error_free(error) }
  }

  /// The port, and the reason.
  public var description: String {
    switch kind {
    case .inUse: "port \(port) of 127.0.0.1 is in use by another program; choose another port"
    case .other: "the server cannot listen on port \(port) of 127.0.0.1: \(reason)"
    }
  }
}
