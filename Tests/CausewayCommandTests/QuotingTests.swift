#if os(Linux)
import Foundation
import Testing

@testable import CausewayCommand

/// Paths in shell commands. A starting store prints commands that contain the path of its folder.
@Suite("A path in a shell's command line") struct QuotingTests {
  @Test(arguments: ["/plain/path-1.x", "/with space", "it's", "'\u{301}; touch x; '", "", "$(id)", "a\nb", "ü"])
  func theShellReadsAQuotedPathAsOneWord(path: String) throws {
    let shell = Process()
    let output = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["-c", "printf '%s|' \(path.quotedForShell)"]
    shell.standardOutput = output
    try shell.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    shell.waitUntilExit()
    #expect(String(decoding: printed, as: UTF8.self).unicodeScalars.elementsEqual("\(path)|".unicodeScalars))
  }
}
#endif
