/// HTML. Interpolated text is escaped; interpolated ``Markup`` is not.
struct Markup: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// The HTML source.
  private(set) var html: String

  init(stringLiteral html: String) { self.html = html }

  init(stringInterpolation: StringInterpolation) { html = stringInterpolation.html }

  /// Concatenates HTML.
  static func joined(_ parts: some Sequence<Markup>) -> Markup {
    Markup(stringLiteral: parts.reduce(into: "") { $0 += $1.html })
  }

  /// The interpolation, which escapes text.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = ""

    init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { html += literal }

    mutating func appendInterpolation(_ text: String) { html += text.escaped }

    mutating func appendInterpolation(_ number: Int) { html += "\(number)" }

    mutating func appendInterpolation(_ markup: Markup) { html += markup.html }

    mutating func appendInterpolation(_ markup: [Markup]) { html += Markup.joined(markup).html }

    /// Appends HTML, or nothing for nil.
    mutating func appendInterpolation(_ markup: Markup?) { if let markup { html += markup.html } }
  }
}

extension String {
  /// The text, escaped for an element or for an attribute value in double quotes.
  fileprivate var escaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // Replace these control characters, because HTML cannot represent them.
      case "\0"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{7f}"..."\u{9f}": result += "\u{fffd}"
      // Replace these characters, because they would change the direction of the text around them.
      case "\u{61c}", "\u{200e}", "\u{200f}", "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
