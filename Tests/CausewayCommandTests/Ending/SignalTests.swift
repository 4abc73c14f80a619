#if os(Linux)
import Foundation
import Testing

/// The short form of `script/kill --command`, and the rules of how a command ends by a signal.
@Suite("Commands that are ended by signals", .serialized) struct SignalTests {
  @Test("Nothing is left of commands that are ended at any moment")
  func nothingIsLeft() async throws {
    let result = try await run("command-kill-test", ["--rounds", "5", "--seed", "8", "--jobs", "2"], display: nil)
    #expect(result.code == 0, "\(result.output.suffix(2_000)) \(result.error.suffix(500))")
    #expect(result.output.contains("20 commands ended"))
  }
}
#endif
