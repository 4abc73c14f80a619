import CausewayText

/// A line of output. On a terminal, parts of it can have a color.
struct StyledLine: Hashable {
  /// The color of a part, as the parameters of a terminal's SGR sequence.
  enum Style: String {
    case good = "32"
    case bad = "1;31"
    case unsure = "33"
    case quiet = "2"
    case strong = "1"
  }

  private struct Part: Hashable {
    var text: String
    var style: Style?
  }

  private var parts: [Part]

  init(_ text: String, _ style: Style? = nil) { parts = [Part(text: text, style: style)] }

  static func + (first: StyledLine, second: StyledLine) -> StyledLine {
    var line = first
    line.parts += second.parts
    return line
  }

  /// The line without colors.
  var plain: String { parts.map(\.text).joined() }

  /// Returns the line for a terminal. Control characters in the texts are written as visible text, so that only the
  /// colors act on the terminal.
  func text(isColored: Bool) -> String {
    guard isColored else { return TerminalText(plain).line }
    return parts.map { part in
      let text = TerminalText(part.text).line
      return part.style.map { "\u{1B}[\($0.rawValue)m\(text)\u{1B}[0m" } ?? text
    }.joined()
  }
}
