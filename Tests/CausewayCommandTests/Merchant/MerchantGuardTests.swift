#if os(Linux)
import Foundation
import XCTest

/// The clients from which `causeway merchant serve` accepts requests. The requests contain a text that is not a
/// history, so the status 422 means that a request reached `POST /validate`.
@MainActor final class MerchantGuardTests: XCTestCase {
  private static let body = #"{"customer": "reader.ada", "history": "a.b"}"#

  private static let secret = "a-client's-secret-of-a-test-0123456789"

  private func post(_ address: URL, _ fields: [String]) async throws -> String {
    let lines = ["POST /validate HTTP/1.1"] + fields + ["Content-Type: application/json"]
    return try await RawRequest.answer(of: address, lines, Self.body)
  }

  func testAHostNameOfAnotherSiteIsRefused() async throws {
    let newsstand = try await Newsstand(
      options: ["--host", "shop.test"], environment: ["CAUSEWAY_CLIENT_SECRET": Self.secret])
    let authorization = "Authorization: Bearer \(Self.secret)"
    let address = newsstand.backend
    let port = try XCTUnwrap(address.port)
    for host in ["evil.example", "evil.example:\(port)", "127.0.0.1.evil.example", "127.1", "localhost.evil.example"] {
      let answer = try await post(address, ["Host: \(host)", authorization])
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 403 "), "\(host): \(answer)")
      XCTAssertTrue(answer.contains(#""code":"not_allowed""#), "\(host): \(answer)")
      let page = try await RawRequest.answer(of: address, ["GET / HTTP/1.1", "Host: \(host)"])
      XCTAssertTrue(page.hasPrefix("HTTP/1.1 403 "), host)
    }
    // The host in an absolute target overrides the field `Host`.
    let target = [
      "POST http://evil.example/validate HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", authorization,
    ]
    let answer = try await RawRequest.answer(of: address, target, Self.body)
    XCTAssertTrue(answer.hasPrefix("HTTP/1.1 403 "), answer)
    for host in [
      "127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "10.0.2.2:\(port)", "shop.test", "Shop.Test:1",
    ] {
      let answer = try await post(address, ["Host: \(host)", authorization])
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 422 "), "\(host): \(answer)")
    }
    // Requests as a TLS proxy forwards them. Without the client's secret the server refuses each of them.
    for fields in [[], ["Origin: https://shop.test", "Sec-Fetch-Site: same-origin"]] {
      let proxied = try await post(address, ["Host: shop.test"] + fields)
      XCTAssertTrue(proxied.hasPrefix("HTTP/1.1 401 "), proxied)
      let allowed = try await post(address, ["Host: shop.test", authorization] + fields)
      XCTAssertTrue(allowed.hasPrefix("HTTP/1.1 422 "), allowed)
    }
    let (_, backend) = try await newsstand.close()
    XCTAssertFalse(backend.error.contains("evil"), backend.error)
  }

  func testARequestOfAPageOfAnotherSiteIsRefused() async throws {
    let newsstand = try await Newsstand()
    let address = newsstand.backend
    let own = "127.0.0.1:\(try XCTUnwrap(address.port))"
    for field in [
      "Origin: http://evil.example", "Origin: null", "Origin: https://\(own)", "Origin: http://127.0.0.1:1",
      "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
    ] {
      let answer = try await post(address, ["Host: \(own)", field])
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 403 "), "\(field): \(answer)")
    }
    for fields in [[], ["Origin: http://\(own)", "Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"]] {
      let answer = try await post(address, ["Host: \(own)"] + fields)
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 422 "), "\(fields): \(answer)")
    }
    _ = try await newsstand.close()
  }

  // MARK: The client's secret

  func testWithoutAClientsSecretTheServerListensOnlyOnThisMachineAndReportsIt() async throws {
    let newsstand = try await Newsstand()
    let (_, backend) = try await newsstand.close()
    XCTAssertTrue(backend.error.contains("POST /validate requires no secret"), backend.error)
    XCTAssertTrue(backend.error.contains("only on this machine's addresses"), backend.error)
  }

  func testWithAClientsSecretTheServerRequiresItOnEveryAddress() async throws {
    let secret = Self.secret
    let newsstand = try await Newsstand(
      options: ["--address", "0.0.0.0"], environment: ["CAUSEWAY_CLIENT_SECRET": secret])
    let address = try XCTUnwrap(URL(string: "http://127.0.0.1:\(try XCTUnwrap(newsstand.backend.port))"))
    for field in [
      "X-A: 1", "Authorization: Bearer \(secret)x", "Authorization: Basic \(secret)", "Authorization: Bearer ",
    ] {
      let answer = try await post(address, ["Host: 127.0.0.1", field])
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 401 "), "\(field): \(answer)")
      XCTAssertTrue(answer.contains("WWW-Authenticate: Bearer"), answer)
      XCTAssertTrue(answer.contains(#""code":"unauthorized""#), answer)
    }
    for scheme in ["Bearer", "bearer"] {
      let answer = try await post(address, ["Host: 127.0.0.1", "Authorization: \(scheme) \(secret)"])
      XCTAssertTrue(answer.hasPrefix("HTTP/1.1 422 "), answer)
    }
    let (_, backend) = try await newsstand.close()
    XCTAssertTrue(backend.error.contains("POST /validate requires the secret in CAUSEWAY_CLIENT_SECRET"), backend.error)
    XCTAssertFalse((backend.error + backend.output).contains(secret))
  }
}
#endif
