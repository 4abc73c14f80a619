import Testing

@testable import CausewayPlayground

@Suite("Hosts of the playground") struct HostCheckTests {
  @Test(
    "Pages and the inspector have different hosts, and every other host is refused",
    arguments: [
      ("localhost:8080", .pages), ("LOCALHOST:8080", .pages), ("shop.localhost:8080", .pages),
      ("127.0.0.1:8080", .inspector), ("[::1]:8080", .inspector),
      (nil, nil), ("", nil), ("localhost", nil), ("localhost:80", nil), ("localhost:18080", nil),
      // Names of other sites, which may resolve to this machine (DNS rebinding).
      ("evil.example:8080", nil), ("localhost.evil.example:8080", nil), ("evil.example#.localhost:8080", nil),
      (".localhost:8080", nil), ("a b.localhost:8080", nil), ("evillocalhost:8080", nil),
      ("0.0.0.0:8080", nil), ("192.168.1.5:8080", nil), ("127.0.0.1.localhost.evil:8080", nil),
    ] as [(String?, HostCheck.Purpose?)])
  func purposes(host: String?, expected: HostCheck.Purpose?) {
    #expect(HostCheck(port: 8080).purpose(of: host) == expected)
  }

  @Test("Browsers leave out port 80") func standardPort() {
    #expect(HostCheck(port: 80).purpose(of: "localhost") == .pages)
    #expect(HostCheck(port: 80).purpose(of: "127.0.0.1") == .inspector)
  }
}
