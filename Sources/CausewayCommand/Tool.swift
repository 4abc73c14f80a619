import Foundation
import OnsideCore

/// The `causeway` command: chooses among its commands.
@MainActor enum Tool {
  private struct Entry {
    let specification: CommandSpecification
    let make: @MainActor (Arguments) throws -> any Command
  }

  private static let commands = [
    Entry(specification: OpenCommand.specification, make: OpenCommand.init),
    Entry(specification: ConformanceCommand.specification, make: ConformanceCommand.init),
  ]

  /// Runs the command that the words name; every error becomes a text on standard error and an exit code.
  static func run(_ words: [String]) async -> ExitCode {
    guard let name = words.first, name != "--help", name != "help", name != "-h" else {
      print(help, terminator: "")
      return .success
    }
    if name == "--version" {
      print(version)
      return .success
    }
    guard let command = commands.first(where: { $0.specification.name == name }) else {
      let names = commands.map(\.specification.name).joined(separator: ", ")
      complain("there is no command \"\(name)\"; the commands are \(names)\nusage: causeway COMMAND [options]")
      return .usage
    }
    let rest = Array(words.dropFirst())
    if rest.contains("--help") || rest.contains("-h") {
      print(command.specification.help, terminator: "")
      return .success
    }
    do {
      let arguments = try Arguments(rest, for: command.specification)
      return try await command.make(arguments).run()
    } catch {
      complain("\(error)")
      return error is UsageError || error is ProfileError || error is CatalogError ? .usage : .failure
    }
  }

  /// Says what is wrong.
  static func complain(_ text: String) {
    StandardError.print("causeway: \(text)")
  }

  private static let version = "causeway 0.1.0"

  private static var help: String {
    let width = commands.map(\.specification.name.count).max() ?? 0
    let rows = commands.map { "  \($0.specification.name.padding(to: width + 2))\($0.specification.summary)" }
    return """
      Usage: causeway COMMAND [options]

      Opens web pages in a real WebKit, with the bridges that they expect of the app around them.

      Commands:
      \(rows.joined(separator: "\n"))

      causeway COMMAND --help explains a command. causeway --version says which version this is.

      """
  }
}

/// A command of `causeway`.
@MainActor protocol Command {
  /// What it is called with, and what `--help` says.
  static var specification: CommandSpecification { get }
  /// Reads its arguments; throws ``UsageError`` for what does not make sense.
  init(_ arguments: Arguments) throws
  /// Does it.
  func run() async throws -> ExitCode
}
