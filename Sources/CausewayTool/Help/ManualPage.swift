/// The manual page of a command, in the language of `man(7)`. It has the same texts as `--help`.
struct ManualPage {
  /// The name without the section, such as `causeway-store-serve`.
  let name: String
  /// The page's source.
  let source: String

  /// The name of the file.
  var file: String { "\(name).1" }

  /// Makes the page of a command.
  init(of command: CommandSpecification, version: String) {
    name = Self.name(of: command)
    var lines = Self.head(name, command.summary, version: version)
    lines += [".SH SYNOPSIS", ".B \(Self.escaped("\(command.invocation)"))"]
    lines += command.operands.map { ".I \(Self.escaped($0))" }
    lines += ["[\\fIoptions\\fR]", ".SH DESCRIPTION"] + Self.text(command.discussion)
    lines += [".SH OPTIONS"] + (command.options + [OptionSpecification.help]).flatMap(Self.option)
    lines += Self.closing(command.closing)
    lines += [".SH SEE ALSO", ".BR \(Self.escaped(command.program)) (1)"]
    source = lines.joined(separator: "\n") + "\n"
  }

  /// Makes the page of a program, such as `causeway(1)`, which lists the commands.
  @MainActor init(listing tool: Tool) {
    name = tool.name
    var lines = Self.head(name, tool.summary, version: tool.version)
    lines += [".SH SYNOPSIS", ".B \(Self.escaped(name))", ".I COMMAND", "[\\fIoptions\\fR]", ".SH DESCRIPTION"]
    lines += Self.text(tool.discussion) + [".SH COMMANDS"]
    for command in tool.specifications {
      lines += [".TP", ".BR \(Self.escaped(Self.name(of: command))) (1)"] + Self.text(command.summary)
    }
    source = lines.joined(separator: "\n") + "\n"
  }

  private static func name(of command: CommandSpecification) -> String {
    ([command.program] + command.words).joined(separator: "-")
  }

  private static func head(_ name: String, _ summary: String, version: String) -> [String] {
    let title = ".TH \(escaped(name).uppercased()) 1 \"\" \"\(escaped(version))\" \"Causeway\""
    // The text of NAME is read by `apropos`, which shows it without a period.
    let line = summary.last == "." ? String(summary.dropLast()) : summary
    return [title, ".SH NAME", "\(escaped(name)) \\- \(escaped(line))"]
  }

  private static func option(_ option: OptionSpecification) -> [String] {
    let head = ".B \(escaped(option.name))"
    let value = option.value.map { [".TP", "\\fB\(escaped(option.name))\\fR \\fI\(escaped($0))\\fR"] }
    return (value ?? [".TP", head]) + text(option.help + (option.isRepeatable ? " Can be repeated." : ""))
  }

  /// Returns the source for the end of a help text. A line that begins at the margin and ends with a colon is the
  /// heading of the indented lines below it.
  private static func closing(_ text: String) -> [String] {
    text.paragraphs.flatMap { paragraph -> [String] in
      guard let heading = paragraph.first, heading.last == ":" else { return Self.text(paragraph) }
      let name = String(heading.dropLast())
      let title = name == "Exit codes" ? "EXIT STATUS" : name.uppercased()
      return [".SH \"\(escaped(title))\""] + Self.text(Array(paragraph.dropFirst()))
    }
  }

  private static func text(_ text: String) -> [String] {
    Array(text.paragraphs.map(Self.text).joined(separator: [".PP"]))
  }

  /// Returns the lines of a paragraph. Indented lines are a table or an example, and keep their line breaks.
  private static func text(_ paragraph: [String]) -> [String] {
    var lines: [String] = []
    var isIndented = false
    for line in paragraph {
      if line.hasPrefix("  ") != isIndented {
        isIndented.toggle()
        lines += isIndented ? [".PP", ".nf", ".RS 2"] : [".RE", ".fi", ".PP"]
      }
      lines.append(escaped(isIndented ? String(line.dropFirst(2)) : line))
    }
    if isIndented { lines += [".RE", ".fi"] }
    // Remove a break at the start, because the caller separates paragraphs with breaks.
    return lines.first == ".PP" ? Array(lines.dropFirst()) : lines
  }

  /// Returns the text, escaped so that backslashes and dashes appear as they are. Dots and quotes are escaped because
  /// at the beginning of a line they would begin a request.
  private static func escaped(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}

extension String {
  /// The paragraphs of a help text, each as an array of its lines. Empty lines separate paragraphs.
  fileprivate var paragraphs: [[String]] {
    split(separator: "\n", omittingEmptySubsequences: false).split(separator: "").map { $0.map(String.init) }
  }
}
