#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

/// The progress of a suite that takes longer than two seconds.
@Suite("The progress on standard error", .timeLimit(.minutes(5))) struct ProgressTests {
  private static let words = ["conformance", "gbg", "--headless", "--timeout", "280"]

  @Test("A terminal shows the host that is checked, and nothing of it in the end", .enabled(if: isInstalled("script")))
  func terminal() async throws {
    let folder = try Folder()
    let program = BuiltPrograms.named("causeway").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let command = ([program] + Self.words).joined(separator: " ") + " >result"
    process.arguments = ["script", "--quiet", "--return", "--command", command, "/dev/null"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.root)
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    // These characters go to the beginning of the line and erase the line.
    let removal = "\r\u{1B}[K"
    let lines = text.components(separatedBy: removal)
    #expect(
      lines.contains { $0.contains(#/^checking gbg ios in webkit, \d+ s: host \d+ of \d+, where /#) }, "\(text)")
    #expect(lines.last == "", "\(text)")
    #expect(try folder.read("result").contains("passed, 0 failed"))
  }

  @Test("Without a terminal there is no progress") func pipe() async throws {
    let result = try await causeway(Self.words)
    #expect(result.code == 0)
    #expect(result.error == "")
  }
}
#endif
