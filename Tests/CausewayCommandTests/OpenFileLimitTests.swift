#if os(Linux)
import ProgramTestSupport
import CausewayHTTP
import Foundation
import Testing

/// The limit of open files. A shell's limit is often lower than the number of clients that a server accepts.
@Suite("The limit of open files") struct OpenFileLimitTests {
  private let launcher = ["/usr/bin/prlimit", "--nofile=200:900"]

  @Test("The store raises the limit to the system's maximum") func store() async throws {
    let folder = try Folder()
    let words = ["--catalog", "Examples/onside/shop.storekit", "--data", folder.path("store"), "--port", "0"]
    let (program, _) = try await RunningProgram.server(["store", "serve"] + words, under: launcher)
    try await expectLimit(of: program)
  }

  @Test("The publisher's backend raises the limit to the system's maximum") func merchant() async throws {
    let store = try PublishersStore(history: HTTPResponse(404))
    let (program, _) = try await RunningProgram.server(
      ["merchant", "serve", "--app", "com.example.shop", "--port", "0"] + store.merchant,
      environment: PublishersStore.environment, under: launcher)
    try await expectLimit(of: program)
    await store.stop()
  }

  private func expectLimit(of program: RunningProgram) async throws {
    let limits = try program.limits().split(separator: "\n")
    let limit = try #require(limits.first { $0.hasPrefix("Max open files") })
    #expect(limit.split(separator: " ")[3] == "900", "\(limit)")
    #expect(try await program.end(by: SIGTERM).code == 0)
  }
}
#endif
