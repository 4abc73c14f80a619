import CausewayHTTP
import Foundation
import Testing

@Suite("Slow clients", .timeLimit(.minutes(1))) struct SlowClientTests {
  private func shortTimeout(_ options: inout HTTPServer.Options) { options.timeout = .milliseconds(150) }

  @Test(
    "A head that does not end closes the connection, however much of it came",
    arguments: ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-A"])
  func head(part: String) async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send(part)
      #expect(try #require(await client.readToEnd()).contains("200") == false)
    }
  }

  @Test("Bytes now and then do not prolong it") func trickle() async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n")
      // Sending fails a short time after the server has closed. If the server does not close, the test exceeds its time
      // limit.
      while await client.send("X-A: 1\r\n") { await Task.yield() }
    }
  }

  @Test("A body that does not end is answered with 408") func body() async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345")
      #expect(try #require(await client.readToEnd()).hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("A connection without a further request is closed") func idle() async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await client.readAnswer().hasSuffix("a"))
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("Who does not read an answer does not get the rest of it") func unread() async throws {
    let body = Data(count: 64 << 20)
    let server = HTTPServer(with(shortTimeout)) { _ in HTTPResponse(200, "text/plain", body) }
    let client = try RawClient(server.start())
    await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await client.read(upTo: "\r\n") == "HTTP/1.1 200 OK\r\n")
    // `stop` waits for open connections until its `stopTimeout`. It returns earlier only if the server has closed this
    // connection.
    await server.stop()
    #expect(try #require(await client.readToEnd()).utf8.count < body.count)
  }

  @Test("A client that reads steadily is not closed, however long its answer takes") func steadyReader() async throws {
    let body = Data(count: 16 << 20)
    let handler: HTTPServer.Handler = { _ in HTTPResponse(200, "text/plain", body) }
    try await withServer({ $0.timeout = .milliseconds(3_500) }, handler: handler) { address in
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = await client.read(upTo: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 "))
      #expect(await client.readSteadily(body.count, bytesPerSecond: 256 << 10, for: .seconds(8)) == body.count)
    }
  }

  @Test("The time that a handler takes is not the client's") func handlersTime() async throws {
    let handler: HTTPServer.Handler = { _ in
      // The handler takes longer than the client's timeout. The delay is the subject of the test and waits for nothing.
      try? await Task.sleep(for: .milliseconds(400))
      return .text(200, "done")
    }
    try await withServer(shortTimeout, handler: handler) { address in
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await client.readAnswer().hasSuffix("done"))
    }
  }

  private func with(_ change: (inout HTTPServer.Options) -> Void) -> HTTPServer.Options {
    var options = HTTPServer.Options()
    change(&options)
    options.stopTimeout = .seconds(3_600)
    return options
  }
}
