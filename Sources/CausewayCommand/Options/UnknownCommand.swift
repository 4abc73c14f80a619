import Foundation

/// A command line whose first words name no command.
struct UnknownCommand {
  /// The words of the command line; at least one.
  let words: [String]
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
    var question = Suggestion.question(name, among: names, prefix: "causeway ")
    // `serve` alone may mean `store serve`.
    let members = commands.filter { $0.words.count > 1 && $0.words[1] == name }.map(\.name)
    if question.isEmpty { question = Suggestion.list(members, prefix: "causeway ") }
    if question.isEmpty {
      question = Suggestion.question(name, among: Completions.groups(commands), prefix: "causeway ")
    }
    let all = question.isEmpty ? ": choose one of \(Self.quoted(names))" : question
    return UsageError("there is no command \"\(name)\"\(all)", advice: Self.advice)
  }

  /// The error for an option before the command, or instead of it.
  private var unknownOption: UsageError {
    if let command = commands.first(where: { command in
      words.indices.contains { words[$0...].starts(with: command.words) }
    }) {
      return UsageError(
        "the command comes first, and \(name) after it: causeway \(command.name) … \(name)", advice: Self.advice)
    }
    let owners = commands.filter { $0.options.contains { $0.name == name } }.map(\.name)
    guard owners.isEmpty else {
      return UsageError(
        "\(name) needs a command before it\(Suggestion.list(Array(owners.prefix(3)), prefix: "causeway "))",
        advice: Self.advice)
    }
    let question = Suggestion.question(name, among: ["--help", "--version"])
    return UsageError("there is no option \(name)\(question)", advice: Self.advice)
  }

  private var unknownMember: UsageError {
    let names = group.map(\.name)
    let members = names.count == 1 ? "there is only \"causeway \(names[0])\"" : "choose one of \(Self.quoted(names))"
    guard words.count > 1, !words[1].hasPrefix("-") else {
      return UsageError("\"causeway \(name)\" needs a second word: \(members)", advice: Self.advice)
    }
    let given = "\(name) \(words[1])"
    let near = Suggestion.closest(to: words[1], among: group.map { $0.words[1] }).map { "\(name) \($0)" }
    let question = Suggestion.list(near, prefix: "causeway ")
    return UsageError(
      "there is no command \"\(given)\"\(question.isEmpty ? ": \(members)" : question)", advice: Self.advice)
  }

  /// The error for a page instead of a command; nil if the word does not look like a page.
  private var page: UsageError? {
    let isPage =
      ["/", ".html", "://"].contains { name.contains($0) } || name.hasPrefix("localhost")
      || FileManager.default.fileExists(atPath: name)
    guard isPage else { return nil }
    return UsageError(
      "there is no command \"\(name)\"; to open a page, put open before it: causeway open \(name)", advice: Self.advice)
  }

  private static let advice = [
    "usage: causeway COMMAND [options]", "       For all commands, run causeway --help",
  ]

  private static func quoted(_ names: [String]) -> String {
    names.map { "\"\($0)\"" }.joined(separator: ", ")
  }
}
