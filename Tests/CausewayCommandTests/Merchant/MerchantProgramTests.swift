#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayTool
@testable import OnsideMerchantCommand

/// The program `causeway-merchant`, which has the commands of `causeway merchant` under their own names.
@Suite("The program causeway-merchant") @MainActor struct MerchantProgramTests {
  private func merchant(_ words: String..., environment: [String: String] = [:]) async throws -> ProgramResult {
    try await run("causeway-merchant", words, display: nil, environment: environment)
  }

  @Test("It has each command of causeway merchant, without that word") func names() async throws {
    let own = Set(Tool.merchant.specifications.map(\.name)).subtracting(["completions", "man", "version"])
    let group = MerchantCommands.entries(of: .causeway).map(\.specification.name)
    #expect(group.allSatisfy { $0.hasPrefix("merchant ") })
    // causeway does not have the commands for the ledger, and the sweep is one of them.
    let ofLedger = own.filter { $0.hasPrefix("ledger ") || $0 == "sweep" }
    #expect(Set(group.map { String($0.dropFirst("merchant ".count)) }) == own.subtracting(ofLedger))
    let help = try await merchant("--help")
    #expect(help.code == 0 && own.allSatisfy { help.output.contains("\n  \($0) ") }, "\(help.output)")
    #expect(try await merchant("version").output == "causeway-merchant \(Tool.versionNumber)\n")
  }

  @Test("Its texts name the program, and not the commands of causeway")
  func texts() async throws {
    for command in Tool.merchant.specifications {
      #expect(command.help.hasPrefix("Usage: causeway-merchant \(command.name)"), "\(command.help)")
      #expect(!command.help.contains("causeway merchant"), "\(command.help)")
    }
    let unknown = try await merchant("serv")
    #expect(unknown.code == 2 && unknown.error.contains("did you mean causeway-merchant serve?"), "\(unknown.error)")
    let missing = try await merchant("token", "--merchant-id", "m", "--key-id", "k")
    #expect(missing.error.hasPrefix("causeway-merchant: ONSIDE_MERCHANT_SECRET is not set"), "\(missing.error)")
    let page = try await merchant("page.html")
    #expect(page.code == 2 && !page.error.contains("open"), "\(page.error)")
  }

  @Test("It needs no WebKit, GTK or X library") func libraries() async throws {
    let output = try Self.bash("ldd '\(BuiltPrograms.named("causeway-merchant").path)'")
    #expect(output.contains("libsqlite3"))
    for name in ["libwebkit", "libgtk", "libgdk", "libX", "libxcb", "libwayland", "libEGL", "libGL", "libsoup"] {
      #expect(!output.contains(name), "\(name): \(output)")
    }
  }

  @Test("bash completes its commands and options") func completions() async throws {
    let folder = try Folder()
    let script = try folder.write("completions.bash", try await merchant("completions", "bash").output)
    for (words, expected) in [("'' to", "token"), ("'' serve --confirm ne", "new never")] {
      let line = """
        source \(script); COMP_WORDS=(causeway-merchant \(words.dropFirst(3))); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        $(complete -p causeway-merchant | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); echo ${COMPREPLY[@]}
        """
      #expect(try Self.bash(line) == "\(expected)\n")
    }
  }

  private static func bash(_ line: String) throws -> String {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.standardOutput = output
    try process.run()
    return try process.output(from: output)
  }
}
#endif
