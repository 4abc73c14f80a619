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
    "Each segment's escapes are decoded once, and an escaped slash does not divide the segment",
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
    "NUL, bytes that are not UTF-8, and malformed escapes are refused",
    arguments: ["/a%00b", "/?a=%00", "/%ff", "/?a=%C3", "/%", "/%4", "/%zz", "/?a=%zz", "/a/%C0%AF"])
  func refusal(target: String) async throws {
    #expect(try await answer(to: target).hasPrefix("HTTP/1.1 400 "))
  }

  @Test(
    "Dot segments are refused, escaped or not, because a proxy could resolve them in another way",
    arguments: [
      "/x/%2e%2e/a", "/x/%2E%2e/a", "/x/.%2e/a", "/x/%2e./a", "/%2e/a", "/a/%2e%2e", "/a/%2e", "/%2e%2e?b",
      "http://x/%2e%2e/a", "/x/../a", "/../a", "/./a", "/a/..", "/a/.",
    ])
  func dots(target: String) async throws {
    let answer = try await answer(to: target)
    #expect(answer.hasPrefix("HTTP/1.1 400 "))
    #expect(answer.contains("segment"), "\(answer)")
  }

  @Test(
    "Segments that contain more than one or two dots are ordinary segments",
    arguments: ["/...", "/.a", "/a.", "/..a", "/%2e%2e%2e", "/?a=/../b"])
  func otherDots(target: String) async throws {
    #expect(try await answer(to: target).hasPrefix("HTTP/1.1 200 "))
  }

  @Test(
    "A path with dot segments, or without a leading slash, is refused",
    arguments: ["/..", "/a/../b", "/%2e%2e", "/.", "a", ""])
  func unresolved(path: String) {
    #expect(PercentCoding.segments(path) == nil)
  }

  @Test("Decoding an encoded segment restores it", arguments: ["a/b", "..x", "%", "ü?#+ ", "\u{7f}\n"])
  func encoding(segment: String) {
    #expect(PercentCoding.segments("/" + PercentCoding.encoded(segment)) == [segment])
  }
}
