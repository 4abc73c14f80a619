import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Gets documents by HTTP, over connections that it keeps.
///
/// It follows no redirect, because what a request carries is for the server that was named; keeps no cookies and no
/// copies; stops reading at a limit; and ends when the time is over, whatever the server does.
final class HTTPLoader: Sendable {
  struct Answer: Sendable {
    let status: Int
    let body: Data
    private let response: HTTPURLResponse

    init(_ response: HTTPURLResponse, _ body: Data) {
      status = response.statusCode
      self.body = body
      self.response = response
    }

    /// The value of a header field.
    func field(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
  }

  enum Failure: Error {
    case timedOut
    case tooLarge
    case cancelled
    /// The code of a `URLError`.
    case unreachable(code: Int)
  }

  private let session: URLSession
  private let loads = HTTPLoads()

  /// - Parameters:
  ///   - server: Whom requests are for.
  ///   - maximumConnections: To one server at once.
  init(for server: URL, maximumConnections: Int) {
    let configuration = URLSessionConfiguration.ephemeral
    ProxyExclusion.apply(to: configuration, for: server)
    configuration.httpMaximumConnectionsPerHost = maximumConnections
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    session = URLSession(configuration: configuration, delegate: loads, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Gets a document, whatever its status.
  func get(
    _ url: URL, fields: [String: String] = [:], within patience: Duration, maximumBytes: Int
  ) async throws(Failure) -> Answer {
    var request = URLRequest(url: url)
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: request)
    let loads = loads
    let watch = Task {
      try await Task.sleep(for: patience)
      loads.end(task, .failure(.timedOut))
    }
    defer { watch.cancel() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loads.begin(task, maximumBytes: maximumBytes) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      loads.end(task, .failure(.cancelled))
    }
    return try result.get()
  }
}
