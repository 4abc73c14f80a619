import CausewayHTTP
import Foundation
import Testing

@Suite("Slow clients", .timeLimit(.minutes(10))) struct SlowClientTests {
  /// The timeout is long enough for a client of a busy machine to connect and to send a request.
  private func shortTimeout(_ options: inout HTTPServer.Options) { options.timeout = .seconds(2) }

  @Test(
    "The connection is closed if a head stays incomplete, no matter at which point it ends",
    arguments: ["", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\nHost: x\r\nX-A"])
  func head(part: String) async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send(part)
      #expect(try #require(await client.readToEnd()).contains("200") == false)
    }
  }

  @Test("Further header fields do not extend the timeout of a head") func trickle() async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n")
      // Sending fails a short time after the server has closed the connection. The server also closes the connection of
      // a head with more than 256 fields, so the client sends a field only every 50 ms, 40 during the timeout. If each
      // field extended the timeout, the server would accept all of these fields.
      var sent = 0
      while sent < 200, await client.send("X-A: 1\r\n") {
        sent += 1
        try await Task.sleep(for: .milliseconds(50))
      }
      #expect(sent < 200, "the connection was not closed")
    }
  }

  @Test("An incomplete body is answered with 408 after the timeout") func body() async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345")
      #expect(try #require(await client.readToEnd()).hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("An idle connection is closed after the timeout") func idle() async throws {
    try await withServer(shortTimeout) { address in
      let client = try RawClient(address)
      await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await client.readAnswer().hasSuffix("a"))
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("A client that does not read its answer is closed before the whole answer is sent") func unread() async throws {
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

  @Test("A client that reads steadily for longer than the timeout is not closed") func steadyReader() async throws {
    let body = Data(count: 16 << 20)
    let handler: HTTPServer.Handler = { _ in HTTPResponse(200, "text/plain", body) }
    try await withServer({ $0.timeout = .milliseconds(3_500) }, handler: handler) { address in
      // On a busy machine, the client reads in bursts. The kernel would enlarge the buffer, take megabytes at once, and
      // then take nothing for seconds.
      let client = try RawClient(address, receiveBuffer: 128 << 10)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = await client.read(upTo: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 "))
      #expect(await client.readSteadily(body.count, bytesPerSecond: 256 << 10, for: .seconds(8)) == body.count)
    }
  }

  @Test("The time in the handler does not count toward the client's timeout") func handlersTime() async throws {
    let handler: HTTPServer.Handler = { _ in
      // The handler takes longer than the client's timeout. This delay is the subject of the test.
      try? await Task.sleep(for: .seconds(3))
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
