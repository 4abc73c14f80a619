import CausewayTransport
import Foundation
import Testing

@testable import CausewayCurl

/// The requests that a loader sends, and the answers that it returns.
@Suite("A loader's answers", .timeLimit(.minutes(10))) struct LoadTests {
  private func answer(_ text: String) async throws -> HTTPAnswer {
    let server = try CountingServer(answer: text)
    return try await HTTPLoader(for: server.url, maximumConnections: 1)
      .get(server.url, within: .seconds(30), maximumBytes: 1000)
  }

  @Test("Header names ignore letter case, values are trimmed, and repeated fields become a list")
  func fields() async throws {
    let answer = try await answer(
      "HTTP/1.1 200 OK\r\ncontent-TYPE: \t a/b \r\nX: 1\r\nEmpty:\r\nx: 2\r\nContent-Length: 0\r\n\r\n")
    #expect(answer.field("Content-Type") == "a/b")
    #expect(answer.field("x") == "1, 2")
    #expect(answer.field("EMPTY") == "")
    #expect(answer.field("Content") == nil)
    #expect(answer.field("HTTP/1.1 200 OK") == nil)
  }

  @Test("Interim answers and trailers are left out")
  func onlyTheHead() async throws {
    let answer = try await answer(
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n"
        + "2\r\nok\r\n0\r\nT: late\r\nTransfer-Encoding: other\r\n\r\n")
    #expect(answer.status == 200)
    #expect(answer.body == Data("ok".utf8))
    #expect(answer.field("Link") == nil)
    #expect(answer.field("T") == nil)
    #expect(answer.field("Transfer-Encoding") == "chunked")
  }

  @Test("A field or trailer whose name looks like a status line does not begin a new head")
  func fieldLikeAHead() async throws {
    let answer = try await answer(
      "HTTP/1.1 200 OK\r\nX: 1\r\nHTTP/x: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nHTTP/y: 3\r\nX: 4\r\n\r\n"
    )
    #expect(answer.field("X") == "1")
    #expect(answer.field("HTTP/x") == "2")
    #expect(answer.field("HTTP/y") == nil)
  }

  @Test("A redirect is an answer", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) async throws {
    let other = try CountingServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let answer = try await answer(
      "HTTP/1.1 \(status) Elsewhere\r\nLocation: \(other.url)\r\nContent-Length: 0\r\n\r\n")
    #expect(answer.status == status)
    #expect(answer.field("Location") == other.url.absoluteString)
    #expect(other.connections == 0)
  }

  @Test("A body with an encoding that was not requested is not decoded")
  func encoding() async throws {
    let answer = try await answer(
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello")
    #expect(answer.body == Data("hello".utf8))
  }

  @Test("A request accepts no encoding, and sends no cookie")
  func request() async throws {
    let requests = Changing<[String]>([])
    let server = try RawServer { connection, _ in
      while let request = connection.readRequest() {
        requests.change { $0.append(request.lowercased()) }
        connection.send("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let loader = HTTPLoader(for: server.url, maximumConnections: 1)
    let url = server.url.appendingPathComponent("path")
    for fields in [["A": "1", "Accept": "x/y"], [:]] {
      _ = try await loader.get(url, fields: fields, within: .seconds(30), maximumBytes: 0)
    }
    try #require(requests.value.count == 2)
    #expect(requests.value[0].hasPrefix("get /path http/1.1\r\n"))
    #expect(requests.value[0].contains("\r\na: 1\r\n") && requests.value[0].contains("\r\naccept: x/y\r\n"))
    #expect(!requests.value[1].contains("\r\na: 1\r\n"))
    for request in requests.value { #expect(!request.contains("cookie") && !request.contains("encoding")) }
    #expect(server.connections == 1)
  }

  @Test(
    "A field that contains a line break or a control character is not sent",
    arguments: ["a\r\nB: c", "a\nB: c", "a\r", "a\0", "\u{7F}"])
  func lineBreak(value: String) async throws {
    let server = try CountingServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let loader = HTTPLoader(for: server.url, maximumConnections: 1)
    let failure = HTTPLoader.Failure.unreachable(reason: "A header field has a control character")
    for fields in [["A": value], [value: "a"]] {
      await #expect(throws: failure) {
        try await loader.get(server.url, fields: fields, within: .seconds(30), maximumBytes: 1)
      }
    }
    #expect(server.connections == 0)
  }

  @Test(
    "Only http and https are supported", arguments: ["file:///etc/hostname", "ftp://127.0.0.1/", "gopher://127.0.0.1/"])
  func protocols(text: String) async throws {
    let url = try #require(URL(string: text))
    await #expect(throws: HTTPLoader.Failure.self) {
      try await HTTPLoader(for: url, maximumConnections: 1).get(url, within: .seconds(30), maximumBytes: 1000)
    }
  }
}
