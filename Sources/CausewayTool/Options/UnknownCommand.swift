import Foundation

/// A command line whose first words name no command.
struct UnknownCommand {
  /// The words of the command line; at least one.
  let words: [String]
  let program: String
  let commands: [CommandSpecification]

  private var name: String { words[0] }
  /// The commands that begin with the first word, such as `store serve` for `store`.
  private var group: [CommandSpecification] { commands.filter { $0.words.count > 1 && $0.words[0] == name } }

  /// Whether the command line asks for the help of a group of commands, such as `causeway store --help`.
  var asksForGroup: Bool {
    words.count > 1 && !group.isEmpty && words.dropFirst().allSatisfy { ["--help", "-h"].contains($0) }
  }

  /// The commands of the group whose help the command line asks for.
  var groupMembers: [CommandSpecification] { group }

  /// The error, with advice.
  var error: UsageError {
    if name.hasPrefix("-") { return unknownOption }
    if !group.isEmpty { return unknownMember }
    if let page { return page }
    let names = commands.map(\.name)
    var question = Suggestion.question(name, among: names, prefix: "\(program) ")
    // `serve` alone may mean `store serve`.
    let members = commands.filter { $0.words.count > 1 && $0.words[1] == name }.map(\.name)
    if question.isEmpty { question = Suggestion.list(members, prefix: "\(program) ") }
    if question.isEmpty {
      question = Suggestion.question(name, among: Completions.groups(commands), prefix: "\(program) ")
    }
    let all = question.isEmpty ? ": choose one of \(Self.quoted(names))" : question
    return UsageError("there is no command \"\(name)\"\(all)", advice: advice)
  }

  /// The error for an option before the command, or instead of it.
  private var unknownOption: UsageError {
    if let command = commands.first(where: { command in
      words.indices.contains { words[$0...].starts(with: command.words) }
    }) {
      return UsageError(
        "the command comes first, and \(name) after it: \(command.invocation) … \(name)", advice: advice)
    }
    let owners = commands.filter { $0.options.contains { $0.name == name } }.map(\.name)
    guard owners.isEmpty else {
      return UsageError(
        "\(name) needs a command before it\(Suggestion.list(Array(owners.prefix(3)), prefix: "\(program) "))",
        advice: advice)
    }
    let question = Suggestion.question(name, among: ["--help", "--version"])
    return UsageError("there is no option \(name)\(question)", advice: advice)
  }

  private var unknownMember: UsageError {
    let names = group.map(\.name)
    let members = names.count == 1 ? "there is only \"\(program) \(names[0])\"" : "choose one of \(Self.quoted(names))"
    guard words.count > 1, !words[1].hasPrefix("-") else {
      return UsageError("\"\(program) \(name)\" needs a second word: \(members)", advice: advice)
    }
    let given = "\(name) \(words[1])"
    let near = Suggestion.closest(to: words[1], among: group.map { $0.words[1] }).map { "\(name) \($0)" }
    let question = Suggestion.list(near, prefix: "\(program) ")
    return UsageError(
      "there is no command \"\(given)\"\(question.isEmpty ? ": \(members)" : question)", advice: advice)
  }

  /// The error for a page instead of a command; nil if the word does not look like a page.
  private var page: UsageError? {
    guard commands.contains(where: { $0.name == "open" }) else { return nil }
    let isPage =
      ["/", ".html", "://"].contains { name.contains($0) } || name.hasPrefix("localhost")
      || FileManager.default.fileExists(atPath: name)
    guard isPage else { return nil }
    return UsageError(
      "there is no command \"\(name)\"; to open a page, put open before it: \(program) open \(name)", advice: advice)
  }

  private var advice: [String] {
    [
      "usage: \(program) COMMAND [options]", "       For all commands, run \(program) --help",
    ]
  }

  private static func quoted(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
