#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@Suite("Backends that are killed") struct LedgerKillTests {
  @Test(
    "Each grant that a killed backend reported is in the ledger, exactly once", arguments: ["sqlite", "postgresql"])
  func killed(_ database: String) throws {
    let process = Process()
    process.executableURL = BuiltPrograms.named("ledger-kill-test")
    process.arguments = ["--database", database, "--rounds", "10"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try process.output(from: output)
    // Print the output, because it contains the seed with which the run can be repeated.
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.contains("\(database): 10 kills"))
  }
}
#endif
