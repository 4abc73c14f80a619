import CausewayHTTP
import Foundation
import Testing

@Suite("Requests that two programs could read differently", .timeLimit(.minutes(10))) struct StrictnessTests {
  @Test("A request that could be read differently is refused, and the connection is closed", arguments: OddRequest.all)
  func refusal(request: OddRequest) async throws {
    try await withServer(handler: { _ in .text(200, "reached") }) { address in
      let client = try RawClient(address)
      await client.send(request.text)
      // The server must not read the bytes after the refused request as another request.
      await client.send("GET /next HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try #require(await client.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 \(request.status) "), "\(answer.prefix(80))")
      #expect(!answer.contains("reached"))
      #expect(answer.contains("\r\nConnection: close\r\n"))
    }
  }

  @Test("A request that could be read differently is also refused if each byte is a packet", arguments: OddRequest.all)
  func singleBytes(request: OddRequest) async throws {
    try await withServer(handler: { _ in .text(200, "reached") }) { address in
      let client = try RawClient(address)
      client.sendsAtOnce()
      for byte in request.text.utf8 { await client.send([byte]) }
      let answer = try #require(await client.readToEnd())
      #expect(answer.hasPrefix("HTTP/1.1 \(request.status) "), "\(answer.prefix(80))")
    }
  }

  @Test(
    "Requests that RFC 9112 allows are accepted",
    arguments: [
      "GET / HTTP/1.1\r\nHost:x\r\n\r\n", "GET / HTTP/1.1\r\nhost: \t x \t \r\n\r\n",
      "\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nX-Text: ü \"a\" b\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
      "GET / HTTP/1.7\r\nHost: x\r\n\r\n", "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET HTTP://X HTTP/1.1\r\nHost: x\r\n\r\n", "GET /?a=b|c{d} HTTP/1.1\r\nHost: [::1]:80\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 003\r\n\r\nabc",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n003\r\nabc\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;a;b=c;d=\"e\"\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n",
    ])
  func allowed(request: String) async throws {
    try await withServer(handler: { _ in .text(200, "reached") }) { address in
      for parts in [[Array(request.utf8)], request.utf8.map { [$0] }] {
        let client = try RawClient(address)
        client.sendsAtOnce()
        for part in parts { await client.send(part) }
        let answer = await client.readAnswer()
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer.prefix(80))")
        #expect(answer.hasSuffix("reached"))
      }
    }
  }

  @Test("The host of an absolute target overrides the field Host (RFC 9112, section 3.2.2)") func absoluteTarget()
    async throws
  {
    try await withServer(handler: { .text(200, $0[field: "Host"] ?? "none") }) { address in
      let client = try RawClient(address)
      await client.send("GET http://evil.example:81/a HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(await client.readAnswer().hasSuffix("\r\n\r\nevil.example:81"))
    }
  }

  @Test(
    "A head with a part that is too long is refused with the status for that part",
    arguments: [("target", 414), ("field", 431), ("fields", 431)])
  func longHead(part: String, status: Int) async throws {
    let long = String(repeating: "a", count: 110_000)
    let request =
      switch part {
      case "target": "GET /\(long) HTTP/1.1\r\nHost: x\r\n\r\n"
      case "field": "GET / HTTP/1.1\r\nHost: x\r\nX-A: \(long)\r\n\r\n"
      default: "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "A:\r\n", count: 1_000) + "\r\n"
      }
    try await withServer { address in
      let client = try RawClient(address)
      await client.send(request)
      #expect(try #require(await client.readToEnd()).hasPrefix("HTTP/1.1 \(status) "))
    }
  }
}
