import Foundation

/// An HTTP/1.1 server on POSIX sockets.
///
/// It reads requests as strictly as RFC 9112 allows (``RequestReader``), and closes every connection that it has
/// accepted (``ServerCore/close(_:)``). The server is ours, because no package can be fetched for it, and because libsoup's
/// server does neither: its parser cannot be made strict, it decodes paths before a handler sees them, and it does not exist on
/// Apple's systems.
///
/// The server runs on its own thread, and answers each request in a separate task on other threads. The task is
/// cancelled when the connection is reset. It is not cancelled when the client ends its output, because the client may
/// still wait for the answer; an orderly close by the client looks the same. ``Options/cancelsAtEndOfInput`` changes
/// this. A server that is deallocated stops.
package final class HTTPServer: @unchecked Sendable {  // the lock protects the mutable state
  /// A closure that answers a request.
  package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  private let options: Options
  private let handler: Handler
  private let lock = NSLock()
  private var core: ServerCore?

  /// Creates a server. It does not listen before ``start()``.
  package init(_ options: Options = Options(), handler: @escaping Handler) {
    self.options = options
    self.handler = handler
  }

  deinit {
    core?.stop()
  }

  /// Starts to listen.
  ///
  /// - Returns: the server's URL, such as `http://127.0.0.1:8080`.
  /// - Throws: ``HTTPServerError``.
  package func start() throws(HTTPServerError) -> URL {
    lock.lock()
    defer { lock.unlock() }
    guard core == nil else { throw .alreadyStarted }
    let listeners = try ListeningSocket.open(address: options.address, port: options.port)
    let port = listeners[0].port
    let core = ServerCore(options, handler, try ServerLoop(), listeners)
    self.core = core
    let thread = Thread { core.run() }
    thread.name = "HTTP server"
    thread.start()
    return URL(string: "http://\(HTTPServerError.place(options.address, port))")!
  }

  /// Stops the server. It accepts no new requests, waits for the answers to current requests, and closes all
  /// connections. After ``Options/stopTimeout``, it cancels the tasks that still work, and their clients get no answer.
  /// The server can be started again afterward.
  package func stop() async {
    guard let core = lock.withLock({ self.core }) else { return }
    core.stop()
    await core.isOver.wait()
    lock.withLock { if self.core === core { self.core = nil } }
  }
}
