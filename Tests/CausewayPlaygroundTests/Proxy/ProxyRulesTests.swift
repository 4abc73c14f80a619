import CausewayTransport
import Foundation
import Testing

@testable import CausewayPlayground

@Suite("Header fields that the proxy changes") struct ProxyRulesTests {
  private let rules = ProxyRules(URL(string: "http://localhost:5173/app")!)

  private func answer(_ fields: [(name: String, value: String)], isDocument: Bool = false) -> [String] {
    rules.responseFields(fields.map { HTTPField($0.name, $0.value) }, host: "localhost:8080", isDocument: isDocument)
      .map { "\($0.name): \($0.value)" }
  }

  @Test("The other server's origin is replaced in redirects and permissions") func origin() {
    #expect(rules.origin == "http://localhost:5173")
    #expect(answer([("Location", "http://localhost:5173/next")]) == ["Location: http://localhost:8080/next"])
    #expect(answer([("Location", "/next")]) == ["Location: /next"])
    #expect(answer([("Location", "http://localhost:51730/x")]) == ["Location: http://localhost:51730/x"])
    #expect(
      answer([("Access-Control-Allow-Origin", "http://localhost:5173")])
        == ["Access-Control-Allow-Origin: http://localhost:8080"])
  }

  @Test("Fields about one connection and about TLS are left out") func connection() {
    #expect(
      answer([
        ("Connection", "keep-alive, X-Hop"), ("X-Hop", "1"), ("Transfer-Encoding", "chunked"),
        ("Strict-Transport-Security", "max-age=1"), ("Alt-Svc", "h3"), ("X-Own", "1"),
      ]) == ["X-Own: 1"])
  }

  @Test("Malformed fields are left out, because the answer could not be sent with them") func malformed() {
    #expect(
      answer([("Bad Name", "1"), ("", "2"), ("X-A", "a\u{1}"), ("X-B", "b\r\nX-C: 1"), ("X-D", "a\té")])
        == ["X-D: a\té"])
  }

  @Test("Of a document, the compression and the length are left out, because it gets a script") func document() {
    let fields: [(name: String, value: String)] = [
      ("Content-Encoding", "gzip"), ("Content-Length", "7"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"),
    ]
    #expect(answer(fields, isDocument: true) == ["Set-Cookie: a=1", "Set-Cookie: b=2"])
    #expect(answer(fields) == ["Content-Encoding: gzip", "Set-Cookie: a=1", "Set-Cookie: b=2"])
  }

  @Test("An IPv6 address keeps its brackets") func brackets() {
    #expect(ProxyRules(URL(string: "http://[::1]:3000")!).host == "[::1]:3000")
    #expect(ProxyRules(URL(string: "http://[::1]:3000")!).isLocal)
    #expect(!ProxyRules(URL(string: "http://shop.example")!).isLocal)
  }
}
