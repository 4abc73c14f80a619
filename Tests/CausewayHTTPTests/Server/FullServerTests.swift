import CausewayHTTP
import Foundation
import Testing

/// The timeout is an hour, so the next client gets an answer within the test only if the server closes the connection
/// of a slow client.
@Suite("A server whose connections are all taken by slow clients", .timeLimit(.minutes(10))) struct FullServerTests {
  private let echo: HTTPServer.Handler = { request in
    HTTPResponse(200, "text/plain", Data((request.path.first ?? "").utf8) + request.body)
  }

  private func full(_ options: inout HTTPServer.Options) {
    options.maximumConnections = 8
    options.timeout = .seconds(3_600)
  }

  @Test(
    "The next client is answered, no matter at which point of their requests the slow clients stopped",
    arguments: [
      "", "GET", "GET / HTTP/1.1\r\nHost: x\r\nX-A",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n0123",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffff\r\n0123",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n",
    ])
  func next(part: String) async throws {
    try await withServer(full, handler: echo) { address in
      var slow: [RawClient] = []
      for _ in 0..<20 {
        slow.append(try RawClient(address))
        await slow.last?.send(part)
      }
      let next = try RawClient(address)
      await next.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await next.readAnswer().hasSuffix("\r\n\r\nnext"))
      withExtendedLifetime(slow) {}
    }
  }

  @Test("A request that is given up for the next client is reported as refused") func refused() async throws {
    let refused = Statuses()
    try await withServer(
      {
        full(&$0)
        $0.maximumConnections = 1
        $0.didRefuse = { refused.append($0) }
      }, handler: echo
    ) { address in
      let slow = try RawClient(address)
      await slow.send("GET / HTTP/1.1\r\n")
      let next = try RawClient(address)
      await next.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await next.readAnswer().hasSuffix("\r\n\r\nnext"))
      #expect(try #require(await slow.readToEnd()).hasPrefix("HTTP/1.1 408 "))
    }
    #expect(refused.all == [408])
  }

  @Test("Clients that do not read their answers are closed in favor of the next client") func unread() async throws {
    let body = Data(count: 16 << 20)
    let handler: HTTPServer.Handler = { request in
      request.path == ["large"] ? HTTPResponse(200, "text/plain", body) : .text(200, "next")
    }
    try await withServer(full, handler: handler) { address in
      var slow: [RawClient] = []
      for _ in 0..<20 {
        slow.append(try RawClient(address))
        await slow.last?.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
      }
      let next = try RawClient(address)
      await next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await next.readAnswer().hasSuffix("next"))
      withExtendedLifetime(slow) {}
    }
  }

  @Test("A client that sends at the minimum rate is not closed in favor of another") func steadyClient() async throws {
    try await withServer(full, handler: echo) { address in
      let steady = try RawClient(address)
      let (parts, part) = (64, [UInt8](repeating: 0x61, count: 4_096))
      await steady.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(parts * part.count)\r\n\r\n")
      var slow: [RawClient] = []
      for _ in 0..<parts {
        #expect(await steady.send(part))
        slow.append(try RawClient(address))
        await slow.last?.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n")
      }
      let answer = await steady.readAnswer()
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.utf8.count > parts * part.count)
      withExtendedLifetime(slow) {}
    }
  }

  /// The server can count only the bytes that the client's kernel accepts. The kernel accepts them in bursts, so a
  /// client that reads steadily can look idle between two bursts.
  @Test("A client that reads its answer at 2 MiB/s is not closed in favor of clients that send nothing")
  func steadyReader() async throws {
    let body = Data(count: 16 << 20)
    let handler: HTTPServer.Handler = { _ in HTTPResponse(200, "text/plain", body) }
    try await withServer(full, handler: handler) { address in
      let steady = try RawClient(address)
      await steady.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = await steady.read(upTo: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200 "))
      async let read = steady.readSteadily(body.count, bytesPerSecond: 2 << 20, for: .seconds(3))
      var idle: [RawClient] = []
      let end = ContinuousClock.now + .seconds(3)
      while .now < end {
        idle.append(try RawClient(address))
        // Far more clients than the limit connect, at many points of the download.
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(await read == body.count)
      withExtendedLifetime(idle) {}
    }
  }

  @Test("Large bodies that are almost complete do not keep out a small body") func almostWholeBodies() async throws {
    try await withServer(
      {
        full(&$0); $0.maximumBodyBytesAtOnce = 1 << 20
      }, handler: echo
    ) { address in
      var large: [RawClient] = []
      for _ in 0..<4 {
        large.append(try RawClient(address))
        await large.last?.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n")
        await large.last?.send([UInt8](repeating: 0x61, count: 500_000))
      }
      let small = String(repeating: "b", count: 50_000)
      let end = ContinuousClock.now + .seconds(2)
      while .now < end {
        // Send bytes faster than the rate below which the server may give up a body.
        for client in large { await client.send([UInt8](repeating: 0x61, count: 100)) }
        let next = try RawClient(address)
        await next.send("POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: \(small.utf8.count)\r\n\r\n\(small)")
        let answer = await next.readAnswer()
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("next" + small), "\(answer.prefix(200))")
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  @Test("A large body gets room after the timeout of another large body, even of a fast one") func longBodies()
    async throws
  {
    try await withServer(
      {
        full(&$0)
        $0.maximumBodyBytesAtOnce = 1 << 20
        $0.bodyTimeoutWhenFull = .milliseconds(500)
      }, handler: echo
    ) { address in
      var large: [RawClient] = []
      for _ in 0..<2 {
        large.append(try RawClient(address))
        await large.last?.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 600000\r\n\r\n")
        await large.last?.send([UInt8](repeating: 0x61, count: 580_000))
      }
      let body = String(repeating: "b", count: 300_000)
      let deadline = ContinuousClock.now + .seconds(120)
      var answer = ""
      while !answer.hasPrefix("HTTP/1.1 200 "), .now < deadline {
        for client in large { await client.send([UInt8](repeating: 0x61, count: 10)) }
        let next = try RawClient(address)
        await next.send("POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        answer = await next.readAnswer()
        #expect(["200", "503"].contains(answer.split(separator: " ").dropFirst().first ?? ""), "\(answer.prefix(200))")
      }
      #expect(answer.hasSuffix("next" + body))
      #expect(try #require(await large[0].readToEnd()).hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("A body that has exceeded its timeout is refused when it needs more room itself") func ownBody()
    async throws
  {
    try await withServer(
      {
        full(&$0)
        $0.maximumBodyBytesAtOnce = 1 << 20
        $0.bodyTimeoutWhenFull = .zero
      }, handler: echo
    ) { address in
      func begin() async throws -> RawClient {
        let client = try RawClient(address)
        await client.send("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 900000\r\n\r\n")
        #expect(await client.read(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
        return client
      }
      let older = try await begin()
      let younger = try await begin()
      await younger.send([UInt8](repeating: 0x62, count: 500_000))
      await older.send([UInt8](repeating: 0x61, count: 899_999))
      #expect(try #require(await older.readToEnd()).hasPrefix("HTTP/1.1 408 "))
      await younger.send([UInt8](repeating: 0x62, count: 400_000))
      #expect(await younger.readAnswer().hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("A slow body is refused in favor of another when only the limit of bytes is reached") func bodies()
    async throws
  {
    try await withServer(
      {
        full(&$0); $0.maximumBodyBytesAtOnce = 10
      }, handler: echo
    ) { address in
      // The server does not count the first 64 KiB of a body.
      let start = String(repeating: "-", count: 65_536)
      let slow = try RawClient(address)
      await slow.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 65546\r\n\r\n\(start)01234567")
      let deadline = ContinuousClock.now + .seconds(120)
      var answer = ""
      // The server has no room for another body until it gives up the slow client, which is too slow for the minimum
      // rate.
      while !answer.hasPrefix("HTTP/1.1 200 "), ContinuousClock.now < deadline {
        let next = try RawClient(address)
        await next.send("POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: 65541\r\n\r\n\(start)abcde")
        answer = await next.readAnswer()
        #expect(["200", "503"].contains(answer.split(separator: " ").dropFirst().first ?? ""), "\(answer.prefix(200))")
      }
      #expect(answer.hasSuffix("\r\n\r\nnext\(start)abcde"))
      #expect(try #require(await slow.readToEnd()).hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test("A request in a handler is never closed in favor of another") func work() async throws {
    let (started, release) = (Gate(), Gate())
    let handler: HTTPServer.Handler = { request in
      if request.path == ["busy"] {
        started.open()
        await release.wait()
      }
      return .text(200, request.path[0])
    }
    try await withServer(full, handler: handler) { address in
      let busy = try RawClient(address)
      await busy.send("GET /busy HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      var slow: [RawClient] = []
      for _ in 0..<20 { slow.append(try RawClient(address)) }
      let next = try RawClient(address)
      await next.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await next.readAnswer().hasSuffix("next"))
      release.open()
      #expect(await busy.readAnswer().hasSuffix("busy"))
      withExtendedLifetime(slow) {}
    }
  }
}
