import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an ``HTTPLoader`` has under way; its session's delegate.
final class HTTPLoads: NSObject, URLSessionDataDelegate, @unchecked Sendable {  // what changes is under the lock
  typealias Result = Swift.Result<HTTPLoader.Answer, HTTPLoader.Failure>

  private struct Load {
    let maximumBytes: Int
    let completion: @Sendable (Result) -> Void
    var response: HTTPURLResponse?
    var body = Data()
  }

  private let lock = NSLock()
  private var loads: [Int: Load] = [:]
  /// Tasks that were ended before they began.
  private var ended: [Int: Result] = [:]

  /// Begins a load.
  ///
  /// - Parameter completion: called once, on any thread.
  func begin(_ task: URLSessionTask, maximumBytes: Int, completion: @escaping @Sendable (Result) -> Void) {
    let early = lock.withLock {
      let early = ended.removeValue(forKey: task.taskIdentifier)
      if early == nil { loads[task.taskIdentifier] = Load(maximumBytes: maximumBytes, completion: completion) }
      return early
    }
    if let early { return completion(early) }
    task.resume()
  }

  /// Ends a load with this result, unless it has ended already.
  func end(_ task: URLSessionTask, _ result: Result) {
    let load = lock.withLock {
      let load = loads.removeValue(forKey: task.taskIdentifier)
      if load == nil, task.state == .suspended { ended[task.taskIdentifier] = result }
      return load
    }
    task.cancel()
    load?.completion(result)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
    end(task, .success(HTTPLoader.Answer(response, Data())))
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let isTooLarge = lock.withLock {
      guard let load = loads[dataTask.taskIdentifier] else { return false }
      loads[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse
      return response.expectedContentLength > Int64(load.maximumBytes)
    }
    completionHandler(isTooLarge ? .cancel : .allow)
    if isTooLarge { end(dataTask, .failure(.tooLarge)) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = lock.withLock {
      guard let load = loads[dataTask.taskIdentifier] else { return false }
      guard load.body.count + data.count <= load.maximumBytes else { return true }
      loads[dataTask.taskIdentifier]?.body.append(data)
      return false
    }
    if isTooLarge { end(dataTask, .failure(.tooLarge)) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let load = lock.withLock({ loads.removeValue(forKey: task.taskIdentifier) }) else { return }
    load.completion(Self.result(of: load, error))
  }

  private static func result(of load: Load, _ error: (any Error)?) -> Result {
    if let error {
      let code = (error as? URLError)?.code
      return .failure(code == .timedOut ? .timedOut : .unreachable(code: (code ?? .unknown).rawValue))
    }
    guard let response = load.response else {
      return .failure(.unreachable(code: URLError.Code.badServerResponse.rawValue))
    }
    return .success(HTTPLoader.Answer(response, load.body))
  }
}
