#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

/// `causeway shop`: the real program with `Examples/newsstand`.
@Suite("causeway shop", .serialized, .timeLimit(.minutes(10))) struct ShopTests {
  private static let newsstand = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Examples/newsstand").standardizedFileURL.path

  /// Waits until none of the processes is running.
  private func end(of processes: some Collection<pid_t>) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while processes.contains(where: Processes.isRunning) {
      guard .now < deadline else { throw ServerFailure(description: "processes are left over") }
      // Ask again and again: the processes are not children of this one, so the system does not report their ends to
      // it.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("The parts serve the page and the store at the printed addresses, and a signal ends all of them") func signal()
    async throws
  {
    let shop = try await RunningShop([Self.newsstand])
    #expect(Set(shop.addresses.keys) == ["page", "inspector", "backend", "store"])
    for name in ["page", "backend", "inspector"] { #expect(try await shop.get(name) == 200, "\(name)") }
    #expect(try await shop.get("store", "/orders") == 200)
    let parts = shop.parts
    #expect(Set(parts.keys) == ["store", "merchant", "serve"])
    let result = try await shop.program.end(by: SIGINT)
    #expect(result.code == 0, "\(result.error)")
    #expect(!parts.values.contains(where: Processes.isRunning))
    let names = Set(result.error.split(separator: "\n").map { $0.prefix(9) })
    #expect(
      names == ["store    ", "backend  "], "each line of the log begins with the name of a part: \(result.error)")
    #expect(result.error.contains("store    GET /orders"), "\(result.error)")
    #expect(!result.error.contains("merchant-secret"), "\(result.error)")
  }

  @Test("If a part ends, the whole shop ends, and says which part it was", arguments: ["store", "merchant", "serve"])
  func failure(_ name: String) async throws {
    let shop = try await RunningShop([Self.newsstand])
    let parts = shop.parts
    kill(try #require(parts[name]), SIGKILL)
    let result = try await shop.program.result()
    #expect(result.code == 1)
    let part = ["merchant": "backend", "serve": "page"][name] ?? name
    #expect(
      result.error.contains(
        "causeway: the \(part) was ended by signal 9, so the whole shop ends; the lines of the \(part) say why"),
      "\(result.error)")
    #expect(!parts.values.contains(where: Processes.isRunning))
  }

  @Test("A part that cannot start ends the shop, and its lines say why") func startFailure() async throws {
    let shop = try await RunningShop([Self.newsstand])
    let port = try #require(shop.addresses["store"]?.port)
    let second = try await causeway("shop", Self.newsstand, "--store-port", "\(port)")
    #expect(second.code == 1 && second.output.isEmpty)
    #expect(second.error.contains("store    causeway: "), "\(second.error)")
    #expect(second.error.contains("causeway: the store ended with exit code 1"), "\(second.error)")
    _ = try await shop.program.end(by: SIGTERM)
  }

  @Test("A shop that is killed leaves no process of its parts") func killed() async throws {
    let shop = try await RunningShop([Self.newsstand])
    let parts = shop.parts.values
    _ = try await shop.program.end(by: SIGKILL)
    try await end(of: parts)
  }

  @Test("Data are kept in the folder of --data, and in no other case") func data() async throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("tmp"), withIntermediateDirectories: true)
    let shop = try await RunningShop([Self.newsstand, "--data", folder.path("data")])
    _ = try await shop.program.end(by: SIGTERM)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("data"))
    #expect(Set(names).isSuperset(of: ["ledger.sqlite", "store"]), "\(names)")
    // The store keeps its merchant, so a second start is the same shop.
    let merchant = try folder.read("data/store/merchant.json")
    let second = try await RunningShop([Self.newsstand, "--data", folder.path("data")])
    _ = try await second.program.end(by: SIGTERM)
    #expect(try folder.read("data/store/merchant.json") == merchant)
  }
}
#endif
