import CausewayHTTP
import Foundation
import Testing

@Suite("Clients that disconnect", .timeLimit(.minutes(10))) struct GoneClientTests {
  /// Returns a handler that answers when its task is cancelled.
  private func waiting(_ started: Gate, until cancelled: Gate) -> HTTPServer.Handler {
    { _ in
      await withTaskCancellationHandler {
        started.open()
        await cancelled.wait()
      } onCancel: {
        cancelled.open()
      }
      return .text(200, "cancelled")
    }
  }

  @Test("The reset of a connection cancels the handler's task") func cancellation() async throws {
    let (started, cancelled) = (Gate(), Gate())
    try await withServer(handler: waiting(started, until: cancelled)) { address in
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      client.abort()
      await cancelled.wait()
    }
  }

  /// Until the server sends something, such a client looks the same as a client that has disconnected.
  @Test("A client that has finished sending gets its answer, and the handler's task is not cancelled")
  func halfClosed() async throws {
    let (started, release) = (Gate(), Gate())
    let handler: HTTPServer.Handler = { request in
      guard request.path == ["work"] else { return .text(200, "other") }
      started.open()
      await release.wait()
      return .text(200, Task.isCancelled ? "cancelled" : "done")
    }
    try await withServer(handler: handler) { address in
      let client = try RawClient(address)
      await client.send("GET /work HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      client.finishSending()
      // When these answers arrive, the server has already received everything that was sent before.
      for _ in 0..<2 {
        let other = try RawClient(address)
        await other.send("GET /other HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await other.readAnswer().hasSuffix("other"))
      }
      release.open()
      #expect(await client.readAnswer().hasSuffix("\r\n\r\ndone"))
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("With the option, the end of the client's output cancels the handler's task") func endOfInput() async throws {
    let (started, cancelled) = (Gate(), Gate())
    try await withServer({ $0.cancelsAtEndOfInput = true }, handler: waiting(started, until: cancelled)) { address in
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      client.finishSending()
      await cancelled.wait()
      #expect(await client.readAnswer().hasSuffix("\r\n\r\ncancelled"))
    }
  }

  @Test("With the option, a request that was sent before the answer to the one before it is answered too")
  func pipelined() async throws {
    let (started, release) = (Gate(), Gate())
    let handler: HTTPServer.Handler = { request in
      started.open()
      await release.wait()
      return .text(200, Task.isCancelled ? "cancelled" : request.path.joined())
    }
    try await withServer({ $0.cancelsAtEndOfInput = true }, handler: handler) { address in
      let client = try RawClient(address)
      await client.send("GET /first HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      await client.send("GET /second HTTP/1.1\r\nHost: x\r\n\r\n")
      release.open()
      #expect(await client.readAnswer().hasSuffix("\r\n\r\nfirst"))
      #expect(await client.readAnswer().hasSuffix("\r\n\r\nsecond"))
    }
  }

  @Test("Clients that disconnect during a request do not affect the next client") func anyPoint() async throws {
    let request = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello"
    try await withServer { address in
      for end in 0...request.utf8.count {
        let client = try RawClient(address)
        await client.send(Array(request.utf8.prefix(end)))
        if end % 2 == 0 { client.abort() }
      }
      let client = try RawClient(address)
      await client.send(request)
      #expect(await client.readAnswer().hasSuffix("\r\n\r\na"))
    }
  }

  @Test("Clients that disconnect during large answers do not affect the next client") func largeAnswers() async throws {
    let body = Data(count: 4 << 20)
    try await withServer(handler: { _ in HTTPResponse(200, "text/plain", body) }) { address in
      for _ in 0..<20 {
        let client = try RawClient(address)
        await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = await client.read(upTo: "\r\n")
        client.abort()
      }
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      #expect(try #require(await client.readToEnd()).utf8.count > body.count)
    }
  }
}
