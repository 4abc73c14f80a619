/// One option of a command, for parsing and for `--help`.
struct OptionSpecification {
  /// The name with its dashes, such as `--timeout`.
  let name: String
  /// What its value is called in help, such as `SECONDS`; nil for a switch.
  let value: String?
  /// What it does, in one or two sentences.
  let help: String
  /// Whether it may be given more than once.
  let isRepeatable: Bool

  init(_ name: String, _ help: String) {
    self.init(name, nil, help)
  }

  init(_ name: String, _ value: String?, repeatable: Bool = false, _ help: String) {
    self.name = name
    self.value = value
    self.help = help
    isRepeatable = repeatable
  }
}

/// A command: what it is called with and what `--help` says of it.
struct CommandSpecification {
  /// One word or several, such as `store serve`.
  let name: String
  /// The operands in the usage line, such as `PAGE`. Those in brackets, such as `[DIR]`, may be left out; they stand
  /// last.
  let operands: [String]
  /// One sentence for the list of commands.
  let summary: String
  /// What a newcomer needs to know, above the options.
  let discussion: String
  let options: [OptionSpecification]
  /// What follows the options: exit codes, examples.
  let closing: String
  /// Whether it shows pages, which on macOS takes an application.
  var showsPages = false

  /// The operands that must be given.
  var requiredOperands: [String] { operands.filter { !$0.hasPrefix("[") } }

  /// The words of the name.
  var words: [String] { name.split(separator: " ").map(String.init) }

  var usage: String {
    (["causeway", name] + operands + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
  }

  var help: String {
    let column = 26
    let rows = (options + [OptionSpecification("--help", "Shows this text.")]).map { option in
      let head = option.name + (option.value.map { " " + $0 } ?? "")
      let text = option.help + (option.isRepeatable ? " May be repeated." : "")
      let lines = wrap(text, width: 80 - column)
      let indent = String(repeating: " ", count: column)
      let first = "  " + head.padding(to: column - 2)
      return head.count > column - 4
        ? ["  " + head].joined() + "\n" + lines.map { indent + $0 }.joined(separator: "\n")
        : first + lines.joined(separator: "\n" + indent)
    }
    return """
      Usage: \(usage)

      \(discussion)

      Options:
      \(rows.joined(separator: "\n"))

      \(closing)
      """
  }
}

/// Breaks a text into lines of at most so many characters, between words.
func wrap(_ text: String, width: Int) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    if lines[lines.count - 1].count + word.count + 1 > width { lines.append("") }
    lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
  }
  return lines
}

extension String {
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
