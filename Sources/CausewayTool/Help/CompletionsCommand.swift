/// The command `completions SHELL`, which prints the completions for a shell.
struct CompletionsCommand: Command {
  /// A shell for which there are completions.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static func specification(of program: String) -> CommandSpecification {
    CommandSpecification(
      program: program, name: "completions", operands: ["SHELL"],
      summary: "Prints the completions for bash, zsh or fish.",
      discussion: """
        Prints a script with which SHELL completes the commands, the options and their values. SHELL is bash, zsh or
        fish.
        """,
      options: [],
      closing: """
        Exit codes:
          0  the script is on standard output
          2  the command's arguments are wrong

        Examples:
          echo 'eval "$(\(program) completions bash)"' >> ~/.bashrc
          echo 'source <(\(program) completions zsh)' >> ~/.zshrc
          \(program) completions fish > ~/.config/fish/completions/\(program).fish
        """, operandChoices: ["SHELL": Shell.allCases.map(\.rawValue)])
  }

  private let shell: Shell
  private let tool: Tool

  init(_ arguments: Arguments, of tool: Tool) throws {
    self.tool = tool
    shell = try arguments.choice(ofOperand: 0, Shell.self)
  }

  func run() async throws -> ExitCode {
    let (program, commands) = (tool.name, tool.specifications)
    let script =
      switch shell {
      case .bash: BashCompletions(program: program, commands: commands).script
      case .zsh: ZshCompletions(program: program, commands: commands).script
      case .fish: FishCompletions(program: program, commands: commands).script
      }
    try StandardOutput.print(file: script)
    return .success
  }
}
