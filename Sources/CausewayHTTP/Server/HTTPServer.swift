import Foundation

/// An HTTP/1.1 server over GIO's sockets.
///
/// It reads requests as strictly as RFC 9112 lets it (``RequestReader``), and closes every connection that it has accepted
/// (``ServerCore/close(_:)``). libsoup's server does neither: its parser cannot be made strict, and it keeps the
/// connection of a request for `*` for good. libsoup's WebSockets need no server of libsoup's, only a stream.
///
/// It has a thread of its own; every request is answered by a task of its own, off that thread. The task is cancelled
/// when the connection was reset. A client that only says that it sends nothing more may wait for its answer, and one that
/// has closed its connection in order looks the same, so their tasks go on. A server that is let go stops.
package final class HTTPServer: @unchecked Sendable {  // what changes is under the lock
  /// Answers a request.
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  private let options: Options
  private let handler: Handler
  private let lock = NSLock()
  private var core: ServerCore?

  /// A server that does not listen yet.
  package init(_ options: Options = Options(), handler: @escaping Handler) {
    self.options = options
    self.handler = handler
  }

  deinit {
    core?.stop()
  }

  /// Listens.
  ///
  /// - Returns: where, such as `http://127.0.0.1:8080`.
  /// - Throws: ``HTTPServerError``.
  package func start() throws(HTTPServerError) -> URL {
    lock.lock()
    defer { lock.unlock() }
    guard core == nil else { throw .alreadyStarted }
    let listener = try ListeningSocket(address: options.address, port: options.port)
    let port = listener.port
    let core = ServerCore(options, handler, listener)
    self.core = core
    let thread = Thread { core.run() }
    thread.name = "HTTP server"
    thread.start()
    return URL(string: "http://\(HTTPServerError.place(options.address, port))")!
  }

  /// Takes no new requests, lets those that are worked on be answered, and closes all connections. It takes no longer
  /// than ``Options/stopTimeout``, after which tasks that still work are cancelled and their clients get no answer.
  /// After it, the server can start anew.
  package func stop() async {
    guard let core = lock.withLock({ self.core }) else { return }
    core.stop()
    await core.isOver.wait()
    lock.withLock { if self.core === core { self.core = nil } }
  }
}
