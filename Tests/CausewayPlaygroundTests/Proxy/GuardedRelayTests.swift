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

  private func status(
    _ client: HTTPLoader, _ relay: URL, _ fields: [String: String], _ target: String = "/"
  ) async throws -> Int {
    var request = HTTPClientRequest("GET", relay, fields: fields.map { HTTPField($0, $1) })
    request.target = target
    return try await client.send(request, within: .seconds(60), maximumBytes: 1 << 20).status
  }

  @Test("The address with its token opens the tool, and nothing else does") func token() async throws {
    try await withRelay { url, client, cookie in
      let host = "127.0.0.1:\(url.port ?? 0)"
      #expect(try await status(client, url, ["Cookie": "a=b; " + cookie]) == 200)
      #expect(try await status(client, url, ["Cookie": cookie, "Origin": "http://" + host]) == 200)
      #expect(try await status(client, url, [:]) == 403)
      #expect(try await status(client, url, [:], "/?token=guess") == 403)
      #expect(try await status(client, url, ["Cookie": cookie.dropLast() + "x"]) == 403)
    }
  }

  @Test("A page of another site gets nothing, under any name of the machine, and cannot open a WebSocket")
  func otherSites() async throws {
    try await withRelay { url, client, cookie in
      #expect(try await status(client, url, ["Cookie": cookie, "Origin": "https://evil.example"]) == 403)
      #expect(try await status(client, url, ["Cookie": cookie, "Origin": "null"]) == 403)
      #expect(try await status(client, url, ["Cookie": cookie, "Host": "localhost:\(url.port ?? 0)"]) == 403)
      #expect(try await status(client, url, ["Cookie": cookie, "Host": "evil.example:\(url.port ?? 0)"]) == 403)
      let upgrade = ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"]
      let evil = ["Cookie": cookie, "Origin": "https://evil.example"]
      #expect(try await status(client, url, upgrade.merging(evil) { $1 }, "/socket/1/1/WebPage") == 403)
      #expect(try await status(client, url, upgrade, "/socket/1/1/WebPage") == 403)
    }
  }
}
