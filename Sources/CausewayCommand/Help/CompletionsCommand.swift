/// The command `causeway completions SHELL`, which prints the completions for a shell.
struct CompletionsCommand: Command {
  /// A shell for which there are completions.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  static let specification = CommandSpecification(
    name: "completions", operands: ["SHELL"],
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
        echo 'eval "$(causeway completions bash)"' >> ~/.bashrc
        echo 'source <(causeway completions zsh)' >> ~/.zshrc
        causeway completions fish > ~/.config/fish/completions/causeway.fish
      """, operandChoices: ["SHELL": Shell.allCases.map(\.rawValue)])

  private let shell: Shell

  init(_ arguments: Arguments) throws {
    shell = try arguments.choice(ofOperand: 0, Shell.self)
  }

  func run() async throws -> ExitCode {
    let commands = Tool.specifications
    let script =
      switch shell {
      case .bash: BashCompletions(commands: commands).script
      case .zsh: ZshCompletions(commands: commands).script
      case .fish: FishCompletions(commands: commands).script
      }
    try StandardOutput.print(file: script)
    return .success
  }
}
