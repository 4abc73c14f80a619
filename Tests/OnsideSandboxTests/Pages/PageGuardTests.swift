import CausewayHTTP
import Testing

@testable import OnsideSandbox

@Suite("The sites whose pages may use the store") struct PageGuardTests {
  private let pages = PageGuard(hosts: ["shop.test", "192.0.2.7"])

  private func allows(
    _ method: String, _ fields: [(name: String, value: String)], path: [String] = []
  ) -> Bool {
    pages.refusal(HTTPRequest(method: method, path: path, fields: fields)) == nil
  }

  /// Paths of the APIs for apps and backends.
  private static let programs = [
    ["app-api", "v1", "sessions"], ["merchant-api", "v1"], [".well-known", "jwks.json"],
  ]

  @Test(
    "The names of this machine and the configured names belong to the store",
    arguments: [
      "localhost", "localhost:8080", "LOCALHOST:1", "a.localhost", "127.0.0.1:8080", "127.9.9.9", "[::1]:8080", "[::1]",
      "shop.test", "Shop.Test:80", "192.0.2.7:8080",
    ])
  func names(host: String) {
    #expect(allows("GET", [("Host", host)]))
  }

  @Test(
    "Another name that a site has pointed at the store's address is refused, even for reading",
    arguments: [
      "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "127.0.0.256", "127.1",
      "xlocalhost", "evil.localhost.", "[::2]", "[::1", "[::1]x", "localhost:x", "", "shop.test.", "notshop.test",
    ])
  func rebinding(host: String) {
    #expect(!allows("GET", [("Host", host)]))
    #expect(!allows("GET", []))
  }

  @Test(
    "Apps and backends may use any IP address, because no site can redirect it",
    arguments: ["10.0.2.2:8080", "192.168.1.20", "[fe80::1]:8080", "[::2]", "localhost", "127.0.0.1:1", "shop.test:80"])
  func addresses(host: String) {
    for path in Self.programs {
      for method in ["GET", "POST"] { #expect(allows(method, [("Host", host)], path: path), "\(path)") }
    }
  }

  @Test(
    "Apps and backends may not use a name that a site may have pointed at the store's address",
    arguments: [
      "evil.example:18911", "evil.example", "10.0.2.2.evil.example", "10.0.2", "1.2.3.256", "+1.2.3.4", "0x7f.0.0.1",
      "fe80::1", "[evil.example]", "[::1", "[]", "", ":8080",
    ])
  func rebindingOfPrograms(host: String) {
    for path in Self.programs {
      for method in ["GET", "POST"] { #expect(!allows(method, [("Host", host)], path: path), "\(path)") }
      #expect(!allows("POST", [], path: path))
    }
  }

  @Test("A page of another site does not log in, pay or log out", arguments: ["POST", "PUT", "DELETE"])
  func originsOfPrograms(method: String) {
    let host = (name: "Host", value: "10.0.2.2:8080")
    for path in Self.programs {
      #expect(allows(method, [host], path: path))
      let own = [host, ("Origin", "http://10.0.2.2:8080"), ("Sec-Fetch-Site", "same-origin")]
      #expect(allows(method, own, path: path))
      for origin in ["http://evil.example", "http://10.0.2.2:8081", "null"] {
        #expect(!allows(method, [host, ("Origin", origin)], path: path), "\(origin)")
      }
      for site in ["cross-site", "same-site"] {
        #expect(!allows(method, [host, ("Sec-Fetch-Site", site)], path: path), "\(site)")
      }
    }
  }

  @Test("A request of another site that changes something is refused", arguments: ["POST", "PUT", "DELETE"])
  func origins(method: String) {
    let host = (name: "Host", value: "localhost:8080")
    #expect(allows(method, [host, ("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "same-origin")]))
    // A program that is not a browser sends neither field.
    #expect(allows(method, [host]))
    for origin in [
      "http://evil.example", "null", "http://localhost:8081", "https://localhost:8080", "http://127.0.0.1:8080", "",
    ] {
      #expect(!allows(method, [host, ("Origin", origin)]), "\(origin)")
    }
    for site in ["cross-site", "same-site", "anything"] {
      #expect(!allows(method, [host, ("Sec-Fetch-Site", site)]), "\(site)")
    }
  }

  @Test(
    "Behind a proxy with TLS, pages of a --host name may send requests", arguments: ["shop.test", "Shop.Test:8443"])
  func originsBehindAProxy(host: String) {
    for scheme in ["https", "http"] {
      #expect(allows("POST", [("Host", host), ("Origin", "\(scheme)://\(host)"), ("Sec-Fetch-Site", "same-origin")]))
    }
    for origin in [
      "https://evil.example", "https://shop.test.evil.example", "https://shop.test:1", "https://shop.test:84430",
      "ws://\(host)", "https:\(host)", "https://\(host)/", "https://x@\(host)", host,
    ] {
      #expect(!allows("POST", [("Host", host), ("Origin", origin)]), "\(origin)")
    }
  }

  @Test(
    "The https origin of an IP address or of this machine is refused",
    arguments: ["192.0.2.7", "127.0.0.1:8080", "[::1]:8080", "localhost:8080"])
  func originsOfAddresses(host: String) {
    #expect(allows("POST", [("Host", host), ("Origin", "http://\(host)")]))
    #expect(!allows("POST", [("Host", host), ("Origin", "https://\(host)")]))
  }

  @Test("The guard protects the whole server") func server() async throws {
    let own = "Host: localhost\r\nContent-Length: 0"
    let expected = [
      ("GET / HTTP/1.1\r\nHost: evil.example", "403"), ("GET /sandbox/orders HTTP/1.1\r\nHost: evil.example", "403"),
      ("GET /elsewhere HTTP/1.1\r\nHost: evil.example", "403"), ("GET / HTTP/1.1\r\nHost: localhost", "200"),
      ("GET /.well-known/jwks.json HTTP/1.1\r\nHost: 10.0.2.2", "200"),
      ("GET /.well-known/jwks.json HTTP/1.1\r\nHost: evil.example", "403"),
      ("GET /merchant-api/v1/purchases/in-app/history/1 HTTP/1.1\r\nHost: evil.example", "403"),
      ("POST /app-api/v1/sessions HTTP/1.1\r\nHost: evil.example:18911\r\nContent-Length: 0", "403"),
      ("POST /app-api/v1/sessions HTTP/1.1\r\n\(own)\r\nOrigin: http://evil.example", "403"),
      ("POST /app-api/v1/sessions HTTP/1.1\r\n\(own)", "400"),
      ("POST /clock/advance HTTP/1.1\r\n\(own)\r\nOrigin: http://evil.example", "403"),
      ("POST /clock/advance HTTP/1.1\r\n\(own)\r\nOrigin: http://localhost", "303"),
      ("POST /sandbox/keys/rotate HTTP/1.1\r\n\(own)\r\nSec-Fetch-Site: cross-site", "403"),
      ("POST /sandbox/keys/rotate HTTP/1.1\r\n\(own)", "200"),
    ]
    try await PageStore.serve { ask in
      for (head, status) in expected {
        let answer = try await ask(head)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
      }
    }
  }
}
