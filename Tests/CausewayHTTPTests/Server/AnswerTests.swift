import CausewayHTTP
import Foundation
import FoundationNetworking
import Testing

@Suite("Answers", .timeLimit(.minutes(10))) struct AnswerTests {
  private func exchange(_ response: HTTPResponse, method: String = "GET") async throws -> String? {
    try await withServer(handler: { _ in response }) { address in
      let client = try RawClient(address)
      await client.send("\(method) / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      return await client.readToEnd()
    }
  }

  @Test("An answer has its status, fields in order, length and date") func plain() async throws {
    let response = HTTPResponse(
      201, "text/plain", Data("hello".utf8), fields: [("X-A", "1"), ("X-A", "2"), ("X-B", "ü")])
    let lines = try #require(await exchange(response)).components(separatedBy: "\r\n")
    #expect(lines.first == "HTTP/1.1 201 Created")
    #expect(lines.filter { $0.hasPrefix("X-") } == ["X-A: 1", "X-A: 2", "X-B: ü"])
    #expect(lines.contains("Content-Length: 5"))
    #expect(lines.count { $0.hasPrefix("Date: ") } == 1)
    #expect(lines.last == "hello")
  }

  @Test("The answer to HEAD has the length of the answer to GET, and no body") func head() async throws {
    let text = try #require(await exchange(.text(200, "hello"), method: "HEAD"))
    #expect(text.contains("Content-Length: 5\r\n"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test("An answer with status 204 or 304 is sent without its body", arguments: [204, 304])
  func withoutBody(status: Int) async throws {
    let text = try #require(await exchange(.text(status, "hello")))
    #expect(text.hasPrefix("HTTP/1.1 \(status) "))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test(
    "A field that contains another field, or that changes how the answer is sent, becomes an error 500",
    arguments: [
      ("X-A", "1\r\nX-Evil: 1"), ("X-A", "1\nX-Evil: 1"), ("X-A", "1\rX-Evil: 1"), ("X-A", "\0"),
      ("X-A: 1\r\nX-Evil", "1"),
      ("", "1"), ("X A", "1"), ("X\u{e4}", "1"), ("Content-Length", "100"), ("transfer-encoding", "chunked"),
      ("Connection", "close"),
    ])
  func injection(name: String, value: String) async throws {
    let text = try #require(await exchange(.text(200, "hello", fields: [(name, value)])))
    #expect(text.hasPrefix("HTTP/1.1 500 "))
    #expect(!text.contains("Evil"))
    #expect(!text.contains("hello"))
  }

  @Test("An invalid status becomes 500", arguments: [1, 100, 199, 1000, -1]) func status(status: Int) async throws {
    #expect(try #require(await exchange(HTTPResponse(status))).hasPrefix("HTTP/1.1 500 "))
  }

  @Test("A handler that gives no answer closes the connection") func noAnswer() async throws {
    #expect(try await exchange(.noAnswer) == "")
  }

  @Test("An answer of several MB arrives whole") func large() async throws {
    let body = Data((0..<8_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    let received = try await withServer(handler: { _ in HTTPResponse(200, "application/octet-stream", body) }) {
      try await URLSession.shared.data(from: $0).0
    }
    #expect(received == body)
  }

  @Test("A request for a range gets the whole answer") func range() async throws {
    let text = try await withServer(handler: { _ in .text(200, "hello") }) { address in
      let client = try RawClient(address)
      await client.send("GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=0-1,1-2\r\n\r\n")
      return await client.readAnswer()
    }
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(text.hasSuffix("hello"))
  }
}
