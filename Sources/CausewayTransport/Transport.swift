import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends one request once, over `URLSession`. Nothing is cached or kept between two of them but the connection, and no
/// redirection is followed, because what a request carries is for the server that was named.
package final class Transport: Sendable {
  private let session: URLSession
  private let exchanges = TransportExchanges()
  private let clock: any Clock<Duration>

  /// - Parameter clock: what timeouts are measured on.
  package init(clock: any Clock<Duration> = ContinuousClock()) {
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

  /// Sends a request, and returns whatever the server answers.
  ///
  /// - Parameters:
  ///   - timeout: how long that may take.
  ///   - maximumBytes: the longest body of an answer.
  package func send(
    _ request: URLRequest, timeout: Duration, maximumBytes: Int
  ) async throws(TransportError) -> TransportAnswer {
    let task = session.dataTask(with: request)
    let exchange = TransportExchange(task, maximumBytes: maximumBytes)
    exchanges.add(exchange, for: task)
    let alarm = Task { [clock] in
      do {
        try await clock.sleep(for: timeout)
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
