import CausewayTransport
import Foundation
import Testing

@testable import CausewayCurl

/// Requests that wait for a connection, and requests that are cancelled.
@Suite("Simultaneous requests of a loader", .timeLimit(.minutes(10))) struct QueueTests {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  /// A server whose first connection gets no answer until the test calls `release`.
  private struct SlowServer {
    let server: RawServer
    /// The requests that have arrived.
    let requests: AsyncStream<String>
    let release: @Sendable () -> Void

    init() throws {
      let (requests, request) = AsyncStream.makeStream(of: String.self)
      let gate = DispatchSemaphore(value: 0)
      server = try RawServer { connection, number in
        while let text = connection.readRequest() {
          request.yield(text)
          if number == 0 {
            gate.wait()
            gate.signal()
          }
          guard connection.send(QueueTests.answer) else { return }
        }
      }
      self.requests = requests
      release = { gate.signal() }
    }
  }

  @Test("200 at once over 8 connections, ten times: each is answered", arguments: [false, true])
  func many(closes: Bool) async throws {
    let answer =
      closes ? Self.answer.replacingOccurrences(of: " OK\r\n", with: " OK\r\nConnection: close\r\n") : Self.answer
    let server = try CountingServer(answer: answer, closes: closes)
    let loader = HTTPLoader(for: server.url, maximumConnections: 8)
    for _ in 0..<10 {
      let answers = try await withThrowingTaskGroup(of: HTTPAnswer.self) { group in
        for number in 0..<200 {
          let url = server.url.appendingPathComponent("\(number)")
          group.addTask { try await loader.get(url, within: .seconds(30), maximumBytes: 2) }
        }
        return try await group.reduce(into: 0) { $0 += $1.body == Data("ok".utf8) ? 1 : 0 }
      }
      #expect(answers == 200)
    }
    if !closes { #expect(server.connections <= 8) }
  }

  @Test("Requests that are cancelled at any moment end, and the others are answered")
  func cancelledAtAnyMoment() async throws {
    let server = try CountingServer(answer: Self.answer)
    let loader = HTTPLoader(for: server.url, maximumConnections: 3)
    for round in 0..<20 {
      let tasks = (0..<60).map { _ in
        Task { try await loader.get(server.url, within: .seconds(30), maximumBytes: 2).status }
      }
      for (number, task) in tasks.enumerated() where (number + round).isMultiple(of: 3) {
        task.cancel()
        await Task.yield()
      }
      for (number, task) in tasks.enumerated() {
        let isCancelled = (number + round).isMultiple(of: 3)
        do {
          #expect(try await task.value == 200)
        } catch {
          #expect(isCancelled && error as? HTTPLoader.Failure == .cancelled, "\(error)")
        }
      }
    }
  }

  @Test("A request that is cancelled while it waits for a connection is not sent")
  func cancelledAsItWaits() async throws {
    let slow = try SlowServer()
    let transfers = HTTPTransfers(toLoopback: true, maximumConnections: 1)
    defer { transfers.close() }
    let (results, result) = AsyncStream.makeStream(of: HTTPLoad.Result.self)
    var ends = results.makeAsyncIterator()
    var requests = slow.requests.makeAsyncIterator()
    func begin(_ path: String) -> HTTPLoad {
      let request = HTTPClientRequest("GET", slow.server.url.appendingPathComponent(path))
      let load = HTTPLoad(request, [], until: .now + .seconds(30), maximumBytes: 2)
      transfers.begin(load) { result.yield($0) }
      return load
    }
    _ = begin("first")
    _ = await requests.next()
    // The loader handles `begin` before `cancel`, so the second request waits for the connection when it is cancelled.
    transfers.cancel(begin("second"))
    #expect(await ends.next().map { $0.map(\.status) } == .failure(.cancelled))
    slow.release()
    #expect(try await ends.next()?.get().status == 200)
    _ = begin("third")
    #expect(await requests.next()?.hasPrefix("GET /third ") == true)
    #expect(try await ends.next()?.get().status == 200)
    #expect(slow.server.connections == 1)
  }

  @Test("A request whose timeout passes while it waits for a connection ends")
  func lateAsItWaits() async throws {
    let slow = try SlowServer()
    let loader = HTTPLoader(for: slow.server.url, maximumConnections: 1)
    let first = Task { try await loader.get(slow.server.url, within: .seconds(30), maximumBytes: 2).status }
    var requests = slow.requests.makeAsyncIterator()
    _ = await requests.next()
    await #expect(throws: HTTPLoader.Failure.timedOut) {
      try await loader.get(slow.server.url, within: .milliseconds(100), maximumBytes: 2)
    }
    slow.release()
    #expect(try await first.value == 200)
  }

  @Test("A running request that is cancelled frees its place for another request")
  func cancelledUnderWay() async throws {
    let slow = try SlowServer()
    let loader = HTTPLoader(for: slow.server.url, maximumConnections: 1)
    let first = Task { try await loader.get(slow.server.url, within: .seconds(30), maximumBytes: 2).status }
    var requests = slow.requests.makeAsyncIterator()
    _ = await requests.next()
    first.cancel()
    await #expect(throws: HTTPLoader.Failure.cancelled) { try await first.value }
    #expect(try await loader.get(slow.server.url, within: .seconds(30), maximumBytes: 2).status == 200)
    #expect(slow.server.connections == 2)
    slow.release()
  }

  @Test("A task that was cancelled before sends no request")
  func cancelledBefore() async throws {
    let server = try CountingServer(answer: Self.answer)
    let loader = HTTPLoader(for: server.url, maximumConnections: 1)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await loader.get(server.url, within: .seconds(30), maximumBytes: 2).status
    }
    await #expect(throws: HTTPLoader.Failure.cancelled) { try await task.value }
    #expect(server.connections == 0)
  }

  @Test("A request with a timeout of zero is not sent")
  func noTime() async throws {
    let server = try CountingServer(answer: Self.answer)
    let loader = HTTPLoader(for: server.url, maximumConnections: 1)
    await #expect(throws: HTTPLoader.Failure.timedOut) {
      try await loader.get(server.url, within: .zero, maximumBytes: 2)
    }
    #expect(server.connections == 0)
  }

  @Test("A loader that is released closes its connections")
  func closed() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let server = try RawServer { connection, _ in
      while connection.readRequest() != nil { connection.send(Self.answer) }
      end.finish()
    }
    #expect(
      try await HTTPLoader(for: server.url, maximumConnections: 1)
        .get(server.url, within: .seconds(30), maximumBytes: 2).status == 200)
    for await _ in ends {}
  }
}
