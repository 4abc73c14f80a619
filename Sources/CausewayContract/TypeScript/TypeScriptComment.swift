/// Comments in TypeScript with texts of a contract. A text cannot end its comment, so it cannot become code.
enum TypeScriptComment {
  /// Returns a text as one line.
  static func line(_ text: String) -> String { lines(text).joined(separator: " ") }

  /// Returns a documentation comment with one line for each line of the texts; empty if all texts are empty.
  static func documentation(_ texts: [String], indent: String = "") -> String {
    let lines = texts.flatMap(lines)
    switch lines.count {
    case 0: return ""
    case 1: return "\(indent)/** \(lines[0]) */\n"
    default: return "\(indent)/**\n" + lines.map { "\(indent) * \($0)\n" }.joined() + "\(indent) */\n"
    }
  }

  /// Returns the lines of a text without the empty ones. A `*/` is written as `*\/`.
  ///
  /// Compares scalars, as JavaScript does. In Swift, a slash with a combining accent is a different `Character` from a
  /// slash.
  private static func lines(_ text: String) -> [String] {
    text.unicodeScalars.split { isLineBreak($0) }.compactMap { scalars in
      var line = String.UnicodeScalarView()
      for scalar in scalars {
        if scalar == "/", line.last == "*" { line.append("\\") }
        line.append(scalar)
      }
      return line.allSatisfy(\.properties.isWhitespace) ? nil : String(line)
    }
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }
}
