#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand
@testable import CausewayTool
@testable import OnsideMerchantCommand

@Suite("The manual pages") @MainActor struct ManualTests {
  @Test("There is a page for each command, and an overview") func names() async throws {
    let folder = try Folder()
    let result = try await causeway("man", "--out", folder.path("man/man1"))
    #expect(result.code == 0, "\(result.error)")
    let names = Tool.causeway.specifications.map {
      "causeway-" + $0.name.replacingOccurrences(of: " ", with: "-") + ".1"
    }
    let written = try FileManager.default.contentsOfDirectory(atPath: folder.path("man/man1"))
    #expect(Set(written) == Set(names + ["causeway.1"]))
    #expect(
      Set(result.output.split(separator: "\n").map { $0.split(separator: "/").last.map(String.init) }) == Set(written))
  }

  @Test("groff formats every page without a warning, with all texts of the help", .enabled(if: isInstalled("groff")))
  func groff() throws {
    for tool in [Tool.causeway, .merchant] { try check(tool) }
  }

  private func check(_ tool: Tool) throws {
    for command in tool.specifications {
      let page = ManualPage(of: command, version: tool.version)
      let (text, warnings) = try format(page)
      #expect(warnings.isEmpty, "\(page.name): \(warnings)")
      let help = [command.discussion, command.closing, command.summary] + command.options.map(\.help)
      // Ignore the word "codes", because manuals have another heading for the exit codes.
      let missing = Self.words(help.joined(separator: " ")).subtracting(Self.words(text)).subtracting(["codes"])
      #expect(missing.isEmpty, "\(page.name) lacks \(missing)")
    }
    let (text, warnings) = try format(ManualPage(listing: tool))
    #expect(warnings.isEmpty, "\(warnings)")
    for command in tool.specifications { #expect(text.contains(command.summary.prefix(20)), "\(command.name)") }
  }

  @Test("A line that begins with a dot or a backslash is text") func escapes() throws {
    let command = CommandSpecification(
      name: "x", operands: [], summary: "S.",
      discussion: ".SH no heading\n\\fBnot bold\n'br no request\n  .indented -- line",
      options: [], closing: "")
    let source = ManualPage(of: command, version: "v").source
    for line in ["\\&.SH no heading", "\\efBnot bold", "\\(aqbr no request", "\\&.indented \\-\\- line"] {
      #expect(source.contains("\n\(line)\n"), "\(source)")
    }
  }

  /// Returns the words of a text in lowercase, without the characters that a page breaks or replaces.
  private static func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// Formats a page without hyphens, in lines that are long enough for every text.
  private func format(_ page: ManualPage) throws -> (text: String, warnings: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["groff", "-ww", "-man", "-Tutf8", "-rHY=0", "-rLL=200n", "-P-cbou"]
    let (input, output, error) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = error
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(page.source.utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let warnings = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, warnings)
  }
}
#endif
