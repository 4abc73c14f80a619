import CausewayHTTP
import Foundation
import Testing

@Suite("Addresses of requests") struct AddressTests {
  private func answer(to target: String) async throws -> String {
    let handler: HTTPServer.Handler = { request in
      let query = request.query.map { "\($0)=\($1)" }.joined(separator: "|")
      return .text(200, request.path.joined(separator: "|") + "?" + query)
    }
    return try await withServer(handler: handler) { address in
      let client = try RawClient(address)
      await client.send("GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      return try #require(await client.readToEnd())
    }
  }

  @Test(
    "Escapes are decoded once, within their segment",
    arguments: [
      ("/", "?"), ("/a", "a?"), ("/a/", "a|?"), ("//a", "|a?"), ("/a%2Fb/c", "a/b|c?"), ("/%2525", "%25?"),
      ("/a+b", "a+b?"), ("/gr%C3%BCn", "grün?"), ("/?a=1&b=2&a=3", "?a=1|b=2|a=3"), ("/?a+b=%2B%26%3D", "?a b=+&="),
      ("/?a&b=&=c", "?a=|b=|=c"), ("/?&&", "?"), ("/a?b=c=d", "a?b=c=d"), ("http://other/a?b=c", "a?b=c"),
    ])
  func decoding(target: String, expected: String) async throws {
    let answer = try await answer(to: target)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.hasSuffix("\r\n\r\n" + expected))
  }

  @Test(
    "NUL, what is no text, and escapes that are none are refused",
    arguments: ["/a%00b", "/?a=%00", "/%ff", "/?a=%C3", "/%", "/%4", "/%zz", "/?a=%zz", "/a/%C0%AF"])
  func refusal(target: String) async throws {
    #expect(try await answer(to: target).hasPrefix("HTTP/1.1 400 "))
  }

  @Test(
    "Segments of dots, escaped or not, are refused: a proxy may not resolve them as this server would",
    arguments: [
      "/x/%2e%2e/a", "/x/%2E%2e/a", "/x/.%2e/a", "/x/%2e./a", "/%2e/a", "/a/%2e%2e", "/a/%2e", "/%2e%2e?b",
      "http://x/%2e%2e/a", "/x/../a", "/../a", "/./a", "/a/..", "/a/.",
    ])
  func dots(target: String) async throws {
    let answer = try await answer(to: target)
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains("segment"), "\(answer)")
  }

  @Test("Dots beside other letters are letters", arguments: ["/...", "/.a", "/a.", "/..a", "/%2e%2e%2e", "/?a=/../b"])
  func otherDots(target: String) async throws {
    #expect(try await answer(to: target).hasPrefix("HTTP/1.1 200 "))
  }

  @Test("A path with dots that came unresolved is refused", arguments: ["/..", "/a/../b", "/%2e%2e", "/.", "a", ""])
  func unresolved(path: String) {
    #expect(PercentCoding.segments(path) == nil)
  }

  @Test("Whatever is encoded as a segment comes back as one", arguments: ["a/b", "..x", "%", "ü?#+ ", "\u{7f}\n"])
  func encoding(segment: String) {
    #expect(PercentCoding.segments("/" + PercentCoding.encoded(segment)) == [segment])
  }
}
