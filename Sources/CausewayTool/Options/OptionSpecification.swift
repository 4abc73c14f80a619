import Foundation

/// One option of a command, for parsing and for `--help`.
package struct OptionSpecification {
  /// The name with its dashes, such as `--timeout`.
  package let name: String
  /// The name of the value in the help, such as `SECONDS`; nil for a switch.
  package let value: String?
  /// The option's effect, in one or two sentences.
  package let help: String
  /// Whether the option may be given more than once.
  package let isRepeatable: Bool
  /// The words that the option accepts; empty if it accepts other values.
  package let choices: [String]

  package init(_ name: String, _ help: String) {
    self.init(name, nil, help)
  }

  package init(_ name: String, _ value: String?, repeatable: Bool = false, choices: [String] = [], _ help: String) {
    self.name = name
    self.value = value
    self.help = help
    self.choices = choices
    isRepeatable = repeatable
  }

  /// The option that every command has.
  package static let help = OptionSpecification("--help", "Shows this text.")
}

/// A command's name, operands, options and help.
package struct CommandSpecification {
  /// The name of the program that has the command.
  package let program: String
  /// The command's name: one word or several, such as `store serve`.
  package let name: String
  /// The operands in the usage line, such as `PAGE`. Operands in brackets, such as `[DIR]`, are optional and come last.
  package let operands: [String]
  /// The command's purpose in one sentence, for the list of commands.
  package let summary: String
  /// The part of the help above the options, with everything that a new user needs to know.
  package let discussion: String
  package let options: [OptionSpecification]
  /// The part of the help below the options: exit codes and examples.
  package let closing: String
  /// Whether the command shows pages. The default is false. On macOS, pages need an application.
  package let showsPages: Bool
  /// The words that an operand accepts, by the operand's name without brackets. Empty for an operand with other values.
  package let operandChoices: [String: [String]]
  /// The options that users expect and that the command cannot have, with the reason and what to do instead.
  package let unavailable: [String: String]

  package init(
    program: String = "causeway", name: String, operands: [String], summary: String, discussion: String,
    options: [OptionSpecification], closing: String, showsPages: Bool = false,
    operandChoices: [String: [String]] = [:], unavailable: [String: String] = [:]
  ) {
    self.program = program
    self.name = name
    self.operands = operands
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.closing = closing
    self.showsPages = showsPages
    self.operandChoices = operandChoices
    self.unavailable = unavailable
  }

  /// Returns the specification for another program, in which the command is not in a group. The texts name the command
  /// by its new name: `causeway-merchant serve` instead of `causeway merchant serve`.
  package func moved(fromGroup group: String, to program: String) -> CommandSpecification {
    let renamed = { (text: String) in
      text.replacingOccurrences(of: "\(self.program) \(group) ", with: "\(program) ")
    }
    return CommandSpecification(
      program: program, name: words.drop { $0 == group }.joined(separator: " "), operands: operands,
      summary: renamed(summary), discussion: renamed(discussion),
      options: options.map { option in
        OptionSpecification(
          option.name, option.value, repeatable: option.isRepeatable, choices: option.choices, renamed(option.help))
      },
      closing: renamed(closing), showsPages: showsPages, operandChoices: operandChoices,
      unavailable: unavailable.mapValues(renamed))
  }

  /// The operands that must be given.
  package var requiredOperands: [String] { operands.filter { !$0.hasPrefix("[") } }

  /// The words of the command's name.
  package var words: [String] { name.split(separator: " ").map(String.init) }

  /// The words that start the command, such as `causeway store serve`.
  package var invocation: String { "\(program) \(name)" }

  package var usage: String {
    ([invocation] + operands + (options.isEmpty ? [] : ["[options]"])).joined(separator: " ")
  }

  package var help: String {
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
package func wrap(_ text: String, width: Int) -> [String] {
  var lines = [""]
  for word in text.split(separator: " ") {
    if lines[lines.count - 1].count + word.count + 1 > width { lines.append("") }
    lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
  }
  return lines
}

extension String {
  package func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
