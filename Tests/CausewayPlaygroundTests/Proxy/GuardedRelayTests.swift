import CausewayCurl
import CausewayHTTP
import CausewayTransport
import Foundation
import Testing

@testable import CausewayPlayground

/// The relay in front of a tool that lets everybody in, such as WebKit's own inspector.
@Suite("A relay that needs a token") @MainActor struct GuardedRelayTests {
  private func withRelay(_ body: (URL, HTTPLoader, _ cookie: String) async throws -> Void) async throws {
    let server = HTTPServer { _ in .text(200, "the tool") }
    let relay = GuardedRelay(to: try server.start())
    try relay.start()
    let client = HTTPLoader(for: relay.address, maximumConnections: 4)
    let first = try await client.get(relay.address, within: .seconds(60), maximumBytes: 100)
    #expect(first.status == 303 && first.field("Location") == "/")
    let cookie = try #require(first.field("Set-Cookie"))
    #expect(cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"))
    try await body(relay.address, client, String(cookie.prefix { $0 != ";" }))
    await server.stop()
  }

  /// Checks the status of the answer to a request.
  private func expect(
    _ status: Int, _ client: HTTPLoader, _ relay: URL, _ fields: [String: String], _ target: String = "/",
    location: SourceLocation = #_sourceLocation
  ) async throws {
    var request = HTTPClientRequest("GET", relay, fields: fields.map { HTTPField($0, $1) })
    request.target = target
    let answer = try await client.send(request, within: .seconds(60), maximumBytes: 1 << 20)
    #expect(answer.status == status, sourceLocation: location)
  }

  @Test("The address with its token opens the tool, and nothing else does") func token() async throws {
    try await withRelay { url, client, cookie in
      let host = "127.0.0.1:\(url.port ?? 0)"
      try await expect(200, client, url, ["Cookie": "a=b; " + cookie])
      try await expect(200, client, url, ["Cookie": cookie, "Origin": "http://" + host])
      try await expect(403, client, url, [:])
      try await expect(403, client, url, [:], "/?token=guess")
      try await expect(403, client, url, ["Cookie": String(cookie.dropLast()) + "x"])
    }
  }

  @Test("A page of another site gets nothing, under any name of the machine, and cannot open a WebSocket")
  func otherSites() async throws {
    try await withRelay { url, client, cookie in
      try await expect(403, client, url, ["Cookie": cookie, "Origin": "https://evil.example"])
      try await expect(403, client, url, ["Cookie": cookie, "Origin": "null"])
      try await expect(403, client, url, ["Cookie": cookie, "Host": "localhost:\(url.port ?? 0)"])
      try await expect(403, client, url, ["Cookie": cookie, "Host": "evil.example:\(url.port ?? 0)"])
      let upgrade = ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"]
      let evil = ["Cookie": cookie, "Origin": "https://evil.example"]
      try await expect(403, client, url, upgrade.merging(evil) { $1 }, "/socket/1/1/WebPage")
      try await expect(403, client, url, upgrade, "/socket/1/1/WebPage")
    }
  }
}
