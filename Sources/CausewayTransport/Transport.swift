import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client that sends single requests over `URLSession`. Between two requests, it keeps only the connection. It does
/// not follow redirects, because another server must not receive the content of a request.
package final class Transport: Sendable {
  private let session: URLSession
  private let exchanges = TransportExchanges()
  private let clock: any Clock<Duration>

  /// - Parameter clock: The clock that measures timeouts.
  package init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    #if canImport(FoundationNetworking)
    // Allow many connections. With its default of six connections, Foundation on Linux sometimes never sends the last
    // request that waits for a connection.
    configuration.httpMaximumConnectionsPerHost = 256
    #endif
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  /// Lets running requests finish. The session is invalidated only here, because an invalidated session accepts no more
  /// requests.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request, and returns the server's answer with any status.
  ///
  /// - Parameters:
  ///   - timeout: The timeout of the whole call.
  ///   - maximumBytes: The maximum size of the answer's body.
  package func send(
    _ request: URLRequest, timeout: Duration, maximumBytes: Int
  ) async throws(TransportError) -> HTTPAnswer {
    let task = session.dataTask(with: request)
    let exchange = TransportExchange(task, maximumBytes: maximumBytes)
    exchanges.add(exchange, for: task)
    let alarm = Task { [clock] in
      do {
        try await clock.sleep(for: timeout)
      } catch {
        return  // the request has ended
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
