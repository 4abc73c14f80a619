import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request once. Nothing is cached or kept between two of them but the connection, and no redirection is
/// followed: what a token is shown to is the store alone.
final class StoreTransport: Sendable {
  /// More than any answer of a store: a signed history is the longest.
  static let maximumBytes = 8 << 20

  private let session: URLSession
  private let exchanges = StoreExchanges()
  private let clock: any Clock<Duration>

  /// - Parameter clock: what time limits are measured on.
  init(clock: any Clock<Duration>) {
    self.clock = clock
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    #if canImport(FoundationNetworking)
    // Of requests that wait for one of six connections, Foundation on Linux sometimes forgets the last one.
    configuration.httpMaximumConnectionsPerHost = 256
    #endif
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  /// What is under way comes to its end. Not earlier: a session that is let go may not be asked for anything more.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request, and returns whatever the store answers.
  ///
  /// - Parameter limit: how long that may take.
  func send(_ request: URLRequest, limit: Duration) async throws(StoreTransportError) -> StoreAnswer {
    let task = session.dataTask(with: request)
    let exchange = StoreExchange(task, maximumBytes: Self.maximumBytes)
    exchanges.add(exchange, for: task)
    let alarm = Task { [clock] in
      do {
        try await clock.sleep(for: limit)
      } catch {
        return  // the answer is there
      }
      exchange.end(.timedOut)
    }
    defer {
      alarm.cancel()
      exchanges.remove(task)
    }
    return try await withTaskCancellationHandler {
      await exchange.result()
    } onCancel: {
      exchange.end(.cancelled)
    }.get()
  }
}
