import CausewayHTTP
import Foundation
import OnsideMerchant

/// An HTTP server for a sandbox store. `openapi.yaml` describes its interface.
public final class SandboxServer: Sendable {
  /// The server's address and its log.
  public struct Options: Sendable {
    /// The IP address to listen on. The default accepts connections from this machine only.
    public var address = "127.0.0.1"
    /// The port; 0, the default, for any free port.
    public var port: UInt16 = 0
    /// Host names that requests may use, besides the names of this machine. Apps and backends may also use any IP
    /// address.
    public var hosts: Set<String> = []
    /// The log, which gets a line for each request that could be read, before the request is answered. The line
    /// contains nothing that identifies a user, a token or an order. Several tasks call this closure at the same time.
    public var log: @Sendable (String) -> Void = { _ in }
    /// The log of notifications, which gets a line for each failed delivery; nil, the default, for ``log``. A program that
    /// does not print each request still needs these lines, because they are the only sign that notifications do not
    /// arrive.
    public var notificationLog: (@Sendable (String) -> Void)?

    /// Creates the default options.
    public init() {}
  }

  /// The description of the server's interface: OpenAPI 3.1, in YAML.
  public static let openAPI = String(decoding: PackageResources.openapi_yaml, as: UTF8.self)

  /// The store that the server serves.
  public let store: SandboxStore
  private let server: HTTPServer
  private let sender: NotificationSender?
  /// The task of the sender while the server runs.
  private let sending = SendingTask()

  /// Creates a server. It does not listen before ``start()``.
  public init(_ store: SandboxStore, _ options: Options = Options()) {
    self.store = store
    var router = SandboxRoutes(store: store).router()
    SandboxPages(store: store).add(to: &router)
    let routes = router
    let pages = PageGuard(hosts: options.hosts.union([options.address]))
    var transport = HTTPServer.Options()
    transport.address = options.address
    transport.port = options.port
    // Allow bodies of 5 MB, because a report of transactions has "at most 5 MB". This is also enough for 1,000 product
    // identifiers of 512 characters of four bytes each.
    transport.maximumBodyBytes = TransactionReport.maximumBytes
    sender = store.options.notificationURL.map { url in
      NotificationSender(
        store: store, receiver: url, isDisturbed: store.options.disturbsNotifications,
        log: options.notificationLog ?? options.log)
    }
    let log = RequestLog(router: routes, write: options.log)
    server = HTTPServer(transport) { request in
      await log.answer(request) { request in
        if let refusal = pages.refusal(request) { return refusal.response }
        return await routes.answer(request)
      }
    }
  }

  /// Starts listening.
  ///
  /// - Returns: the server's URL, such as `http://127.0.0.1:8080`.
  /// - Throws: an error whose description gives the reason.
  public func start() throws -> URL {
    let address = try server.start()
    if let sender { sending.start { await sender.run() } }
    return address
  }

  /// Waits for the answers to the current requests, closes all connections, and closes the store.
  public func stop() async {
    await server.stop()
    await sending.stop()
    await store.close()
  }
}

/// A task that runs while a server does.
private final class SendingTask: @unchecked Sendable {  // the lock protects the task
  private let lock = NSLock()
  private var task: Task<Void, Never>?

  func start(_ work: @escaping @Sendable () async -> Void) { lock.withLock { task = Task { await work() } } }

  /// Cancels the task, and waits for its end.
  func stop() async {
    let task = lock.withLock {
      defer { self.task = nil }
      return self.task
    }
    task?.cancel()
    await task?.value
  }
}
