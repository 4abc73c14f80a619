import CausewayHTTP
import Foundation
import Testing

@Suite("Limits", .timeLimit(.minutes(10))) struct LimitTests {
  private let echo: HTTPServer.Handler = { HTTPResponse(200, "text/plain", $0.body) }

  private func post(_ length: Int, _ fields: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\(fields)\r\n"
  }

  @Test("An answer that is replaced by an error is reported once, and not as a refused request") func replacedAnswers()
    async throws
  {
    let (replaced, refused) = (Statuses(), Statuses())
    let handler: HTTPServer.Handler = { request in
      switch request.path.first {
      case "large": HTTPResponse(200, "text/plain", Data(count: 100_000))
      case "invalid": .text(200, "", fields: [(name: "a b", value: "c")])
      default: .text(200, "small")
      }
    }
    try await withServer(
      {
        $0.maximumAnswerBytesAtOnce = 90_000
        $0.didReplace = { replaced.append($0) }
        $0.didRefuse = { refused.append($0) }
      }, handler: handler
    ) { address in
      for (path, status) in [("large", "503"), ("invalid", "500"), ("small", "200")] {
        let client = try RawClient(address)
        await client.send("GET /\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.readAnswer().hasPrefix("HTTP/1.1 \(status) "))
      }
    }
    #expect(replaced.all == [503, 500] && refused.all.isEmpty)
  }

  @Test("A body may be as long as the limit, with a length or in chunks") func bodyWithinLimit() async throws {
    try await withServer({ $0.maximumBodyBytes = 10 }, handler: echo) { address in
      let client = try RawClient(address)
      await client.send(post(10) + "0123456789")
      #expect(await client.readAnswer().hasSuffix("\r\n\r\n0123456789"))
      await client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n6;a=b\r\n456789\r\n0\r\n\r\n")
      #expect(await client.readAnswer().hasSuffix("\r\n\r\n0123456789"))
    }
  }

  @Test("A body with a Content-Length above the limit is refused before it is sent") func announcedBody() async throws {
    try await withServer({ $0.maximumBodyBytes = 10 }, handler: echo) { address in
      for length in ["11", "9223372036854775807"] {
        let client = try RawClient(address)
        await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n")
        #expect(await client.readAnswer().hasPrefix("HTTP/1.1 413 "))
      }
    }
  }

  @Test("The bodies of all requests share a limit, and a finished request frees its part") func allBodies()
    async throws
  {
    let (begun, release) = (Gate(), Gate())
    let handler: HTTPServer.Handler = { request in
      if request.path == ["slow"] {
        begun.open()
        await release.wait()
      }
      return HTTPResponse(200, "text/plain", request.body)
    }
    // The server does not count the first 64 KiB of each body.
    let start = String(repeating: "-", count: 65_536)
    func post(_ path: String, _ end: String) -> String {
      "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(65_536 + end.utf8.count)\r\n\r\n\(start)\(end)"
    }
    try await withServer({ $0.maximumBodyBytesAtOnce = 10 }, handler: handler) { address in
      let slow = try RawClient(address)
      await slow.send(post("/slow", "01234567"))
      await begun.wait()
      let refused = try RawClient(address)
      await refused.send(post("/", "abc"))
      #expect(await refused.readAnswer().hasPrefix("HTTP/1.1 503 "))
      let small = try RawClient(address)
      await small.send(post("/", "ab"))
      #expect(await small.readAnswer().hasSuffix("-ab"))
      release.open()
      #expect(await slow.readAnswer().hasSuffix("-01234567"))
      let later = try RawClient(address)
      await later.send(post("/", "0123456789"))
      #expect(await later.readAnswer().hasSuffix("-0123456789"))
    }
  }

  @Test("A body in chunks is refused as soon as it exceeds the limit") func chunkedBody() async throws {
    try await withServer({ $0.maximumBodyBytes = 10 }, handler: echo) { address in
      let client = try RawClient(address)
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n012345\r\n5\r\n67890\r\n")
      #expect(await client.readAnswer().hasPrefix("HTTP/1.1 413 "))
      #expect(await client.readToEnd() == "")
    }
  }

  @Test("The refusal reaches a client that first sends its whole body") func refusalWhileSending() async throws {
    try await withServer({ $0.maximumBodyBytes = 1_000 }, handler: echo) { address in
      let client = try RawClient(address)
      // One call sends both: the server closes the connection after a pause of 2 seconds, which a busy machine may
      // leave between two calls.
      #expect(await client.send(Array(post(8_000_000).utf8) + [UInt8](repeating: 0x61, count: 8_000_000)))
      #expect(await client.readAnswer().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("A request with Expect: 100-continue gets status 100 or a refusal") func expectContinue() async throws {
    try await withServer({ $0.maximumBodyBytes = 10 }, handler: echo) { address in
      let client = try RawClient(address)
      await client.send(post(5, "Expect: 100-continue\r\n"))
      #expect(await client.read(upTo: "\r\n\r\n").hasPrefix("HTTP/1.1 100 "))
      await client.send("hello")
      #expect(await client.readAnswer().hasSuffix("\r\n\r\nhello"))
      await client.send(post(11, "Expect: 100-continue\r\n"))
      #expect(await client.readAnswer().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test("Requests beyond the limit of simultaneous requests are answered with 503") func requests() async throws {
    let started = Gate()
    let release = Gate()
    let handler: HTTPServer.Handler = { _ in
      started.open()
      await release.wait()
      return .text(200, "done")
    }
    try await withServer({ $0.maximumRequests = 1 }, handler: handler) { address in
      let first = try RawClient(address)
      await first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      await started.wait()
      let second = try RawClient(address)
      await second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      let refusal = await second.readAnswer()
      #expect(refusal.hasPrefix("HTTP/1.1 503 "))
      #expect(refusal.contains("Retry-After: 1\r\n"))
      release.open()
      #expect(await first.readAnswer().hasSuffix("done"))
      await second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await second.readAnswer().hasSuffix("done"))
    }
  }
}
