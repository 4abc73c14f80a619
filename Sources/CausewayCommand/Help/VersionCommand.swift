/// The command `causeway version`, which prints the version.
struct VersionCommand: Command {
  static let specification = CommandSpecification(
    name: "version", operands: [],
    summary: "Prints the version, as do --version and -v.",
    discussion: "Prints the name and the version of the program on one line.",
    options: [],
    closing: """
      Exit codes:
        0  the version is on standard output
        2  the command's arguments are wrong
      """)

  init(_: Arguments) {}

  func run() async throws -> ExitCode {
    try StandardOutput.print(Tool.version)
    return .success
  }
}
