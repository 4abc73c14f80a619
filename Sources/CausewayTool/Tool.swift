/// A program with several commands, such as `causeway`. It runs the command that its arguments name.
@MainActor package struct Tool {
  /// A command of the program.
  package struct Entry {
    package let specification: CommandSpecification
    package let make: @MainActor (Arguments) throws -> any Command

    package init(specification: CommandSpecification, make: @escaping @MainActor (Arguments) throws -> any Command) {
      self.specification = specification
      self.make = make
    }
  }

  /// The version of all programs.
  package nonisolated static let versionNumber = "0.1.0"
  /// The name of the program that runs in this process. Errors begin with it.
  package private(set) static var runningName = "causeway"

  /// The name of the program, such as `causeway`.
  package let name: String
  /// The program's purpose in one sentence, for the manual.
  package let summary: String
  /// The program's purpose, for the help and the manual.
  package let discussion: String
  private let entries: [Entry]

  /// Creates a program. The commands `completions`, `man` and `version` are added to the given ones.
  package init(name: String, summary: String, discussion: String, commands: [Entry]) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    entries = commands
  }

  private var commands: [Entry] {
    entries + [
      Entry(specification: CompletionsCommand.specification(of: name)) { try CompletionsCommand($0, of: self) },
      Entry(specification: ManualCommand.specification(of: self)) { try ManualCommand($0, of: self) },
      Entry(specification: VersionCommand.specification(of: name)) { _ in VersionCommand(version: version) },
    ]
  }

  /// The specifications of all commands.
  package var specifications: [CommandSpecification] {
    entries.map(\.specification) + [
      CompletionsCommand.specification(of: name), ManualCommand.specification(of: self),
      VersionCommand.specification(of: name),
    ]
  }

  /// The first command, for examples in the help.
  var firstCommand: String { entries.first?.specification.name ?? "version" }

  /// The name and the version of the program.
  package var version: String { "\(name) \(Self.versionNumber)" }

  /// Returns whether the command line opens pages. A command that only prints its help or an error in its arguments
  /// does not.
  package func showsPages(_ words: [String]) -> Bool {
    let command = entries.first { $0.specification.showsPages && words.starts(with: $0.specification.words) }
    guard let specification = command?.specification else { return false }
    let rest = words.dropFirst(specification.words.count)
    // Errors in the arguments are not reported here but in `run`.
    return !rest.contains { $0 == "--help" || $0 == "-h" } && (try? Arguments(Array(rest), for: specification)) != nil
  }

  /// Runs the command of a command line. Every error becomes a text on standard error and an exit code.
  package func run(_ words: [String]) async -> ExitCode {
    Self.runningName = name
    if words.first == "help", words.count > 1 { return await run(words.dropFirst() + ["--help"]) }
    guard let word = words.first, word != "--help", word != "help", word != "-h" else {
      return print(help)
    }
    if words == ["--version"] || words == ["-v"] { return await run(["version"]) }
    guard let command = commands.first(where: { words.starts(with: $0.specification.words) }) else {
      let unknown = UnknownCommand(words: words, program: name, commands: specifications)
      if unknown.asksForGroup {
        return print(["Usage: \(name) \(word) COMMAND [options]", "", "Commands:"] + list(of: unknown.groupMembers))
      }
      Self.complain(about: unknown.error)
      return .usage
    }
    let rest = Array(words.dropFirst(command.specification.words.count))
    if rest.contains("--help") || rest.contains("-h") {
      return print(command.specification.help.lines)
    }
    do {
      let arguments = try Arguments(rest, for: command.specification, others: specifications)
      return try await command.make(arguments).run()
    } catch let error as Terminated {
      TemporaryFolder.removeAll()
      Termination.end(by: error.signal)
    } catch {
      Self.complain(about: error)
      return (error as? any ExplainedError)?.isUsage == true ? .usage : .failure
    }
  }

  /// Prints an error on standard error, and the advice on a separate line.
  package static func complain(_ text: String, advice: String? = nil) {
    StandardError.print("\(runningName): \(text)")
    if let advice { StandardError.print(advice) }
  }

  /// Prints an error on standard error. A line break in an error's text is not printed as such, because the text may
  /// quote a page or a file. Only an ``ExplainedError`` has several lines.
  private static func complain(about error: any Error) {
    let lines = (error as? any ExplainedError)?.lines ?? ["\(error)"]
    for (index, line) in lines.enumerated() { StandardError.print(index == 0 ? "\(runningName): \(line)" : line) }
  }

  private func print(_ lines: [String]) -> ExitCode {
    do throws(OutputError) {
      try StandardOutput.print(lines: lines)
      return .success
    } catch {
      Self.complain("\(error)")
      return .failure
    }
  }

  private var help: [String] {
    """
    Usage: \(name) COMMAND [options]

    \(discussion)

    Commands:
    \(list(of: specifications).joined(separator: "\n"))

    \(name) COMMAND --help explains a command. \(name) version prints the version.
    """.lines
  }

  /// Returns one line for each command.
  private func list(of specifications: [CommandSpecification]) -> [String] {
    let width = specifications.map(\.name.count).max() ?? 0
    return specifications.map { "  \($0.name.padding(to: width + 2))\($0.summary)" }
  }
}

extension String {
  /// The lines of a text. Use this only for the tool's own texts, not for quoted texts.
  fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

/// A command of a program.
@MainActor package protocol Command {
  /// Runs the command and returns the exit code.
  func run() async throws -> ExitCode
}

/// An error that is printed on several lines, or that gives the exit code of wrong usage.
package protocol ExplainedError: Error {
  /// The lines to print. The first one names the problem.
  var lines: [String] { get }
  /// Whether the exit code is ``ExitCode/usage``.
  var isUsage: Bool { get }
}
