import CausewayText

/// A line of output. On a terminal, parts of it can have a color.
package struct StyledLine: Hashable {
  /// The color of a part, as the parameters of a terminal's SGR sequence.
  package enum Style: String {
    case good = "32"
    case bad = "1;31"
    case unsure = "33"
    case quiet = "2"
    case strong = "1"
  }

  private struct Part: Hashable {
    package var text: String
    package var style: Style?
  }

  private var parts: [Part]

  package init(_ text: String, _ style: Style? = nil) { parts = [Part(text: text, style: style)] }

  package static func + (first: StyledLine, second: StyledLine) -> StyledLine {
    var line = first
    line.parts += second.parts
    return line
  }

  /// The line without colors.
  package var plain: String { parts.map(\.text).joined() }

  /// Returns the line for a terminal. Control characters in the texts are written as visible text, so that only the
  /// colors act on the terminal.
  package func text(isColored: Bool) -> String {
    guard isColored else { return TerminalText(plain).line }
    return parts.map { part in
      let text = TerminalText(part.text).line
      return part.style.map { "\u{1B}[\($0.rawValue)m\(text)\u{1B}[0m" } ?? text
    }.joined()
  }
}
