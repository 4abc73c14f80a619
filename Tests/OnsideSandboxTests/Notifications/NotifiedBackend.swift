import CausewayHTTP
import Foundation
import OnsideMerchant

@testable import OnsideSandbox

/// A publisher's backend with a ledger, which receives a store's notifications.
final class NotifiedBackend: Sendable {
  let server: TestServer
  let ledger: SQLiteLedger
  private let receiving: HTTPServer
  private let state: State
  private let results: AsyncStream<Result>

  struct Result: Sendable {
    let status: Int
    let outcomes: [LedgerDecision.Outcome]
  }

  /// What the backend needs to know of the store, which starts after it.
  private final class State: @unchecked Sendable {  // the lock protects all state
    private let lock = NSLock()
    private var current: NotificationReceiver?
    private var refusals: Int

    init(refusals: Int) { self.refusals = refusals }

    var receiver: NotificationReceiver? {
      get { lock.withLock { current } }
      set { lock.withLock { current = newValue } }
    }

    /// Returns whether the next request is refused, and counts the request.
    func refuses() -> Bool {
      lock.withLock {
        refusals -= 1
        return refusals >= 0
      }
    }
  }

  /// - Parameters:
  ///   - isDisturbed: whether the store repeats and reorders notifications.
  ///   - refusals: the number of requests that get status 503 first.
  init(isDisturbed: Bool = false, refusals: Int = 0) throws {
    var test = try TestStore()
    let time = test.time
    let state = State(refusals: refusals)
    let (results, continuation) = AsyncStream.makeStream(of: Result.self)
    receiving = HTTPServer { request in
      guard let receiver = state.receiver, !state.refuses() else {
        continuation.yield(Result(status: 503, outcomes: []))
        return HTTPResponse(503)
      }
      do throws(NotificationError) {
        let decisions = try await receiver.receive(String(decoding: request.body, as: UTF8.self), at: time.now)
        continuation.yield(Result(status: 204, outcomes: decisions.map(\.outcome)))
        return HTTPResponse(204)
      } catch {
        continuation.yield(Result(status: 422, outcomes: []))
        return .text(422, "\(error)")
      }
    }
    test.options.notificationURL = try receiving.start().appendingPathComponent("notifications")
    test.options.disturbsNotifications = isDisturbed
    ledger = try SQLiteLedger(file: test.url.appendingPathComponent("ledger.sqlite"), clock: { time.now })
    server = try TestServer(test)
    let keys = try JSONWebKeySetSource(server.url.appendingPathComponent(".well-known/jwks.json"))
    state.receiver = NotificationReceiver(
      ledger: ledger, bundleIDs: [TestStore.app], merchantID: server.store.merchantID,
      verifier: HistoryVerifier(keys: keys))
    (self.state, self.results) = (state, results)
  }

  var store: SandboxStore { server.store }

  /// Presents what the store says about an order for ann.
  func present(_ order: UUID) async throws -> [LedgerDecision.Outcome] {
    let jws = try await store.run { try $0.histories.statement(ofOrder: order) }.signed()
    let keys = try await store.run { try $0.signingKeys.publicKeys() }
    let history = try await HistoryVerifier(keys: keys).verify(jws)
    return try await ledger.record(history, for: "ann").map(\.outcome)
  }

  /// Waits for requests of the store, up to the first that meets a condition. Meanwhile the store's real time passes ten
  /// times as fast, so that a delivery that failed, on a busy machine too, is made again.
  func next(_ condition: (Result) -> Bool = { _ in true }) async -> Result? {
    let clock = Task { [time = server.test.time] in
      while !Task.isCancelled {
        time.pass(0.5)
        try await Task.sleep(for: .milliseconds(50))
      }
    }
    defer { clock.cancel() }
    for await result in results where condition(result) { return result }
    return nil
  }

  func stop() async {
    await server.server.stop()
    await receiving.stop()
    await ledger.close()
  }
}
