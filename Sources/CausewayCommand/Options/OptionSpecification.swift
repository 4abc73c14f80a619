/// One option of a command, for parsing and for `--help`.
struct OptionSpecification {
  /// The name with its dashes, such as `--timeout`.
  let name: String
  /// The name of the value in the help, such as `SECONDS`; nil for a switch.
  let value: String?
  /// The option's effect, in one or two sentences.
  let help: String
  /// Whether the option may be given more than once.
  let isRepeatable: Bool
  /// The words that the option accepts; empty if it accepts other values.
  let choices: [String]

  init(_ name: String, _ help: String) {
    self.init(name, nil, help)
  }

  init(_ name: String, _ value: String?, repeatable: Bool = false, choices: [String] = [], _ help: String) {
    self.name = name
    self.value = value
    self.help = help
    self.choices = choices
    isRepeatable = repeatable
  }

  /// The option that every command has.
  static let help = OptionSpecification("--help", "Shows this text.")
}

/// A command's name, operands, options and help.
struct CommandSpecification {
  /// The command's name: one word or several, such as `store serve`.
  let name: String
  /// The operands in the usage line, such as `PAGE`. Operands in brackets, such as `[DIR]`, are optional and come last.
  let operands: [String]
  /// The command's purpose in one sentence, for the list of commands.
  let summary: String
  /// The part of the help above the options, with everything that a new user needs to know.
  let discussion: String
  let options: [OptionSpecification]
  /// The part of the help below the options: exit codes and examples.
  let closing: String
  /// Whether the command shows pages. The default is false. On macOS, pages need an application.
  var showsPages = false
  /// The words that an operand accepts, by the operand's name without brackets. Empty for an operand with other values.
  var operandChoices: [String: [String]] = [:]

  /// The operands that must be given.
  var requiredOperands: [String] { operands.filter { !$0.hasPrefix("[") } }

  /// The words of the command's name.
  var words: [String] { name.split(separator: " ").map(String.init) }

  var usage: String {
    (["causeway", name] + operands + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
  }

  var help: String {
    let column = 26
    let rows = (options + [.help]).map { option in
      let head = option.name + (option.value.map { " " + $0 } ?? "")
      let text = option.help + (option.isRepeatable ? " Can be repeated." : "")
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

/// Breaks a text between words into lines of at most `width` characters. A longer word gets its own line.
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
