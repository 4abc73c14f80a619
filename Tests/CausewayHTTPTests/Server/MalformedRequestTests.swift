import CausewayHTTP
import Foundation
import Testing

@Suite("Malformed requests", .timeLimit(.minutes(10))) struct MalformedRequestTests {
  @Test(
    "A request that is not HTTP, or that can be read in two ways, never reaches a handler",
    arguments: [
      "\r\n\r\n\r\n", "nonsense\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: x\r\nX-A: " + String(repeating: "a", count: 300_000) + "\r\n\r\n",
    ])
  func refusal(request: String) async throws {
    let handler: HTTPServer.Handler = { _ in .text(200, "reached") }
    try await withServer(handler: handler) { address in
      let client = try RawClient(address)
      await client.send(request)
      client.finishSending()
      let answer = try #require(await client.readToEnd())
      #expect(!answer.contains("reached"))
      let status = answer.split(separator: " ").dropFirst().first.map(String.init)
      #expect(status.map { ["400", "431", "501", "505"].contains($0) } ?? true, "\(answer)")

      let other = try RawClient(address)
      await other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await other.readAnswer().hasSuffix("reached"))
    }
  }

  @Test(
    "A malformed Content-Length is answered with 400 (RFC 9112, section 6.3)",
    arguments: ["-1", "+5", "x", "5 5", "0x5", "1, 1", "18446744073709551616", "99999999999999999999"])
  func contentLength(text: String) async throws {
    try await withServer { address in
      let client = try RawClient(address)
      await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(text)\r\n\r\n")
      #expect(await client.readAnswer().hasPrefix("HTTP/1.1 400 "))
    }
  }
}
