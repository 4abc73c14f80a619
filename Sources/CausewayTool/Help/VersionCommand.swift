/// The command `version`, which prints the version.
struct VersionCommand: Command {
  static func specification(of program: String) -> CommandSpecification {
    CommandSpecification(
      program: program, name: "version", operands: [],
      summary: "Prints the version, as do --version and -v.",
      discussion: "Prints the name and the version of the program on one line.",
      options: [],
      closing: """
        Exit codes:
          0  the version is on standard output
          2  the command's arguments are wrong
        """)
  }

  let version: String

  func run() async throws -> ExitCode {
    try StandardOutput.print(version)
    return .success
  }
}
