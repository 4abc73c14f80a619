import CausewayJSON
import Foundation
import ProgramTestSupport
import Testing

@Suite("A store that is killed") struct KillTests {
  /// A store in another process.
  private final class Process {
    private let process = Foundation.Process()
    private let input = Pipe()
    let client: TestClient

    init(_ catalog: URL, _ folder: URL) throws {
      process.executableURL = BuiltPrograms.named("SandboxProgram")
      process.arguments = [catalog.path, folder.path]
      let output = Pipe()
      process.standardOutput = output
      process.standardInput = input
      try process.run()
      let watch = watchdog(of: process.processIdentifier, "SandboxProgram")
      defer { watch.cancel() }
      var line: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0a { line.append(byte) }
      client = TestClient(url: try #require(URL(string: String(decoding: line, as: UTF8.self))), app: TestStore.app)
    }

    /// Ends the process with SIGKILL, so that it cannot clean up.
    func kill() {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  @Test("A killed store keeps what it has answered: the order of a key, the session, the void key, the keys")
  func killed() async throws {
    let folder = TestFolder()
    let catalog = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Examples/onside/shop.storekit").standardizedFileURL
    var process = try Process(catalog, folder.url)
    var ann = process.client
    let login = try await ann.logIn(["email": "ann@example.com"]).json
    ann.token = login["access_token"]?.stringValue
    ann.account = login["account"]?.stringValue ?? ""
    let (paid, void) = (UUID(), UUID())
    let body = try await ann.orderBody("lantern.coins.12")
    let order = try await ann.pay(body, key: paid)
    _ = try await ann.post("/app-api/v1/orders/settlements", ["idempotency_key": .string(void.uuidString)])
    let keys = try await ann.get("/.well-known/jwks.json").json
    for _ in 0..<3 {
      process.kill()
      process = try Process(catalog, folder.url)
      var client = process.client
      (client.token, client.account) = (ann.token, ann.account)
      let again = try await client.pay(body, key: paid)
      #expect(again.status == 200 && again.json == order.json)
      #expect(try await client.pay(body, key: void).code == "key_void")
      #expect(try await client.get("/sandbox/orders").json["orders"]?.arrayValue?.count == 1)
      #expect(try await client.get("/.well-known/jwks.json").json == keys)
    }
    process.kill()
  }
}
