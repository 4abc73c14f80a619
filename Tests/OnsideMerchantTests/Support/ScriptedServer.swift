#if os(Linux)
import CausewayHTTP
import Foundation
import Testing

/// A real HTTP server that gives the test's answers and records its requests.
final class ScriptedServer: Sendable {
  let url: URL
  private let server: HTTPServer
  private let log: RequestLog

  /// Starts a server.
  ///
  /// - Parameter answer: takes the request and the number of earlier requests.
  init(_ answer: @escaping @Sendable (_ request: HTTPRequest, _ number: Int) async -> HTTPResponse) throws {
    let log = RequestLog()
    let server = HTTPServer { request in await answer(request, log.add(request)) }
    self.log = log
    self.server = server
    url = try server.start()
  }

  var requests: [HTTPRequest] { log.entries.map(\.request) }
  /// The time at which each request arrived.
  var times: [ContinuousClock.Instant] { log.entries.map(\.time) }

  func stop() async { await server.stop() }
}

private final class RequestLog: @unchecked Sendable {  // The lock protects all state.
  private let lock = NSLock()
  private var all: [(request: HTTPRequest, time: ContinuousClock.Instant)] = []

  var entries: [(request: HTTPRequest, time: ContinuousClock.Instant)] { lock.withLock { all } }

  func add(_ request: HTTPRequest) -> Int {
    lock.withLock {
      all.append((request, .now))
      return all.count - 1
    }
  }
}

/// A condition that tasks wait for.
actor Signal {
  private var isGiven = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func give() {
    isGiven = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// Waits for the signal. After five minutes, records an issue and gives the signal, so that the test ends.
  func wait(file: StaticString = #fileID, line: UInt = #line) async {
    if isGiven { return }
    let timer = Task {
      try await Task.sleep(for: .seconds(300))
      Issue.record("the signal at \(file):\(line) was not given within five minutes")
      give()
    }
    defer { timer.cancel() }
    await withCheckedContinuation { waiting.append($0) }
  }
}
#endif
