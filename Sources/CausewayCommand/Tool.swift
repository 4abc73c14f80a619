import Foundation
import OnsideCore
import OnsideTesting

/// The `causeway` tool, which runs the command that its arguments name.
@MainActor enum Tool {
  private struct Entry {
    let specification: CommandSpecification
    let make: @MainActor (Arguments) throws -> any Command
  }

  private static let commands =
    [
      Entry(specification: OpenCommand.specification, make: OpenCommand.init),
      Entry(specification: ConformanceCommand.specification, make: ConformanceCommand.init),
      Entry(specification: HostKitCommand.specification, make: HostKitCommand.init),
      Entry(specification: ContractTypesCommand.specification, make: ContractTypesCommand.init),
      Entry(specification: ContractCheckCommand.specification, make: ContractCheckCommand.init),
      Entry(specification: ContractDiffCommand.specification, make: ContractDiffCommand.init),
      Entry(specification: MerchantTokenCommand.specification, make: MerchantTokenCommand.init),
      Entry(specification: MerchantVerifyCommand.specification, make: MerchantVerifyCommand.init),
      Entry(specification: MerchantHistoryCommand.specification, make: MerchantHistoryCommand.init),
      Entry(specification: MerchantReportCommand.specification, make: MerchantReportCommand.init(_:)),
    ] + servers + [
      Entry(specification: ReplayCommand.specification, make: ReplayCommand.init),
      Entry(specification: CompletionsCommand.specification, make: CompletionsCommand.init),
      Entry(specification: ManualCommand.specification, make: ManualCommand.init),
      Entry(specification: VersionCommand.specification, make: VersionCommand.init),
    ]

  #if os(Linux)
  private static let servers = [
    Entry(specification: ServeCommand.specification, make: ServeCommand.init),
    Entry(specification: MerchantServeCommand.specification, make: MerchantServeCommand.init),
    Entry(specification: StoreServeCommand.specification, make: StoreServeCommand.init),
  ]
  #else
  private static let servers: [Entry] = []
  #endif

  /// Returns whether the command line opens pages. A command that only prints its help or an error in its arguments
  /// does not.
  static func showsPages(_ words: [String]) -> Bool {
    let command = commands.first { $0.specification.showsPages && words.starts(with: $0.specification.words) }
    guard let specification = command?.specification else { return false }
    let rest = words.dropFirst(specification.words.count)
    // Errors in the arguments are not reported here but in `run`.
    return !rest.contains { $0 == "--help" || $0 == "-h" } && (try? Arguments(Array(rest), for: specification)) != nil
  }

  /// Runs the command of a command line. Every error becomes a text on standard error and an exit code.
  static func run(_ words: [String]) async -> ExitCode {
    if words.first == "help", words.count > 1 { return await run(words.dropFirst() + ["--help"]) }
    guard let name = words.first, name != "--help", name != "help", name != "-h" else {
      return print(help)
    }
    if words == ["--version"] || words == ["-v"] { return await run(VersionCommand.specification.words) }
    guard let command = commands.first(where: { words.starts(with: $0.specification.words) }) else {
      let unknown = UnknownCommand(words: words, commands: specifications)
      if unknown.asksForGroup {
        return print(["Usage: causeway \(name) COMMAND [options]", "", "Commands:"] + list(of: unknown.groupMembers))
      }
      complain(about: unknown.error)
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
      complain(about: error)
      return error is UsageError || error is ProfileError || error is CatalogError ? .usage : .failure
    }
  }

  /// Prints an error on standard error, and the advice on a separate line.
  static func complain(_ text: String, advice: String? = nil) {
    StandardError.print("causeway: \(text)")
    if let advice { StandardError.print(advice) }
  }

  /// Prints an error on standard error. A line break in an error's text is not printed as such, because the text may
  /// quote a page or a file. Only the error types below have several lines.
  private static func complain(about error: any Error) {
    switch error {
    case let error as UsageError:
      StandardError.print("causeway: \(error.problem)")
      for line in error.advice { StandardError.print(line) }
    case let error as CatalogError:
      for (index, mistake) in error.mistakes.enumerated() {
        let line = CatalogError(file: error.file, mistakes: [mistake]).description
        StandardError.print(index == 0 ? "causeway: \(line)" : line)
      }
    case let error as ContractFileError: complain("\(error)", advice: ContractFileError.advice)
    default: complain("\(error)")
    }
  }

  private static func print(_ lines: [String]) -> ExitCode {
    do throws(OutputError) {
      try StandardOutput.print(lines: lines)
      return .success
    } catch {
      complain("\(error)")
      return .failure
    }
  }

  /// The name and the version of the program.
  static let version = "causeway 0.1.0"

  /// The program's purpose in one sentence, for the manual.
  static let summary = "Runs web pages in WebKit with the bridges of their app."

  /// The program's purpose, for the help and the manual.
  static let discussion = """
    Opens web pages in a real WebKit, with the bridges that the pages expect from their app. Serves a store and a
    publisher's backend for the development of such apps.
    """

  /// The specifications of all commands.
  static var specifications: [CommandSpecification] { commands.map(\.specification) }

  private static var help: [String] {
    """
    Usage: causeway COMMAND [options]

    \(discussion)

    Commands:
    \(list(of: specifications).joined(separator: "\n"))

    causeway COMMAND --help explains a command. causeway version prints the version.
    """.lines
  }

  /// Returns one line for each command.
  private static func list(of specifications: [CommandSpecification]) -> [String] {
    let width = specifications.map(\.name.count).max() ?? 0
    return specifications.map { "  \($0.name.padding(to: width + 2))\($0.summary)" }
  }
}

extension String {
  /// The lines of a text. Use this only for the tool's own texts, not for quoted texts.
  fileprivate var lines: [String] { split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
}

/// A command of the `causeway` tool.
@MainActor protocol Command {
  /// The command's name, operands, options and help.
  static var specification: CommandSpecification { get }
  /// Reads the command's arguments. Throws ``UsageError`` if they are invalid.
  init(_ arguments: Arguments) throws
  /// Runs the command and returns the exit code.
  func run() async throws -> ExitCode
}
