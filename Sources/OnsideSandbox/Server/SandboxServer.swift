import CausewayHTTP
import Foundation
import OnsideMerchant

/// A sandbox store behind HTTP: what `openapi.yaml` describes.
public final class SandboxServer: Sendable {
  /// Where it listens, and where its log goes.
  public struct Options: Sendable {
    /// The address, in numbers: only this machine by default.
    public var address = "127.0.0.1"
    /// The port; 0 for one that is free.
    public var port: UInt16 = 0
    /// Names by which the store may be asked, besides those of this machine. Apps and backends may ask by any address in
    /// numbers as well.
    public var hosts: Set<String> = []
    /// Takes a line for each request that could be read, without anything of a user, a token or an order in it, before
    /// the request is answered. It is called by several tasks at once.
    public var log: @Sendable (String) -> Void = { _ in }

    /// The usual ones.
    public init() {}
  }

  /// The store itself.
  public let store: SandboxStore
  private let server: HTTPServer

  /// A server that does not listen yet.
  public init(_ store: SandboxStore, _ options: Options = Options()) {
    self.store = store
    var router = SandboxRoutes(store: store).router()
    SandboxPages(store: store).add(to: &router)
    let routes = router
    let pages = PageGuard(hosts: options.hosts.union([options.address]))
    var transport = HTTPServer.Options()
    transport.address = options.address
    transport.port = options.port
    // A report of transactions, "at most 5 MB". It is more than 1,000 product identifiers of 512 characters of four bytes.
    transport.maximumBodyBytes = TransactionReport.maximumBytes
    let log = RequestLog(router: routes, write: options.log)
    server = HTTPServer(transport) { request in
      await log.answer(request) { request in
        if let refusal = pages.refusal(request) { return refusal.response }
        return await routes.answer(request)
      }
    }
  }

  /// Listens.
  ///
  /// - Returns: where, such as `http://127.0.0.1:8080`.
  /// - Throws: an error that says in words why it cannot.
  public func start() throws -> URL { try server.start() }

  /// Lets what is worked on be answered, closes all connections, and lets the store's folder go.
  public func stop() async {
    await server.stop()
    await store.close()
  }
}
