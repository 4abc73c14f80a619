#if os(Linux)
import Foundation
import ProgramTestSupport
import Testing

@testable import CausewayCommand
@testable import CausewayTool

/// The completions in real shells.
@Suite("Completions") struct CompletionsTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["shop", "state"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    for name in ["ask.js", "shop.png", "shop.json", "my page.html"] { _ = try folder.write(name, "") }
  }

  /// Command lines whose last word is completed, and the completions.
  static let lines: [(words: [String], completions: Set<String>)] = [
    (["op"], ["open"]), (["st"], ["store"]), (["store", ""], ["serve"]),
    (["contract", ""], ["types", "check", "diff"]),
    (["open", "--pl"], ["--platform"]), (["open", "--platform", ""], ["ios", "android", "macos", "windows"]),
    (["open", "shop", "--protocol", "t"], ["today"]),
    (["conformance", ""], Set(BridgeProtocol.allCases.map(\.rawValue))),
    (["conformance", "--color", "a"], ["auto", "always"]), (["host-kit", "w"], ["windows"]),
    (["merchant", "serve", "--confirm", "ne"], ["new", "never"]), (["completions", "z"], ["zsh"]),
    (["sh"], ["shop"]), (["shop", "page", "--w"], ["--window"]), (["help", "ver"], ["version"]),
    (["store", "serve", "--t"], ["--token-lifetime"]),
    (["open", "--timeout", ""], []), (["conformance", "today", ""], []),
  ]

  @Test("bash completes commands, options and values", arguments: lines)
  func bash(words: [String], completions: Set<String>) async throws {
    #expect(try await complete(words) == completions)
  }

  @Test("bash completes the value after an equals sign") func equalsSign() async throws {
    #expect(try await complete(["open", "--platform", "=", "an"]) == ["android"])
    #expect(try await complete(["open", "--platform", "="]) == ["ios", "android", "macos", "windows"])
  }

  @Test("bash completes files with the option's suffixes, and folders") func files() async throws {
    #expect(try await complete(["open", "--run", ""]) == ["ask.js", "shop", "state"])
    #expect(try await complete(["open", "--screenshot", "sh"]) == ["shop.png", "shop"])
    #expect(try await complete(["open", "--state", ""]) == ["shop", "state"])
    #expect(try await complete(["shop", ""]) == ["shop", "state"])
    #expect(try await complete(["serve", "sh"]) == ["shop"])
    #expect(try await complete(["open", "--headless", "my"]) == ["my page.html"])
    #expect(try await complete(["contract", "check", "shop."]) == ["shop.json", "shop.png"])
  }

  /// Leave out the last command line, because the script for fish does not count operands.
  @Test("fish completes commands, options and values", .enabled(if: isInstalled("fish")), arguments: lines.dropLast())
  func fish(words: [String], completions: Set<String>) async throws {
    _ = try folder.write("causeway.fish", try await causeway("completions", "fish").output)
    let line = (["causeway"] + words).joined(separator: " ")
    let output = try await shell(
      "fish", "--no-config", "-c", "source causeway.fish; complete --do-complete '\(line)'")
    // Each line has a completion, a tab and a description.
    #expect(Set(output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }) == completions)
  }

  @Test(
    "The scripts have no mistakes in their language",
    arguments: [
      ("bash", ["-n"]), ("zsh", ["-n"]), ("fish", ["--no-execute"]),
    ])
  func syntax(name: String, options: [String]) async throws {
    guard isInstalled(name) else { return }
    let script = try folder.write("script", try await causeway("completions", name).output)
    #expect(try await shell([name] + options + [script]) == "")
  }

  /// Returns the completions of bash for the last word. The script is loaded with `eval`, as the help says.
  private func complete(_ words: [String]) async throws -> Set<String> {
    _ = try folder.write("causeway.bash", try await causeway("completions", "bash").output)
    let output = try await shell(
      [
        "bash", "--norc", "-c",
        #"""
        eval "$(cat causeway.bash)"
        COMP_WORDS=(causeway "$@")
        COMP_CWORD=$#
        $(complete -p causeway | sed 's/.*-F \([^ ]*\).*/\1/')
        printf '%s\n' "${COMPREPLY[@]}"
        """#, "bash",
      ] + words)
    return Set(output.split(separator: "\n").map(String.init))
  }

  private func shell(_ words: String...) async throws -> String { try await shell(words) }

  /// Runs a program in the folder. Returns its output, and requires that there are no errors.
  private func shell(_ words: [String]) async throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.root)
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && complaint.isEmpty, "\(complaint)")
    return text
  }
}

/// Returns whether a program is in `PATH`.
func isInstalled(_ program: String) -> Bool {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
  }
}

@Suite("The values that a shell completes") struct CompletedValueTests {
  @Test(arguments: [
    ("FILE.js", CompletedValue.files(["js"])), ("FILE.d.ts", .files(["d.ts"])), ("DIR", .folders), ("PAGE", .files([])),
    ("FILE.csv|FILE.json", .files(["csv", "json"])), ("URL|FILE", .files([])), ("SECONDS", .anything),
    ("URL", .anything),
  ])
  func followFromTheNameInTheHelp(meaning: String, value: CompletedValue) {
    #expect(CompletedValue(meaning: meaning) == value)
  }
}
#endif
