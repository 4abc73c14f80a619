/// HTML. Whatever is put into a literal of it is text, and escaped, unless it is HTML itself.
struct Markup: ExpressibleByStringInterpolation, Hashable, Sendable {
  /// As it is sent.
  private(set) var html: String

  init(stringLiteral html: String) { self.html = html }

  init(stringInterpolation: StringInterpolation) { html = stringInterpolation.html }

  /// One after the other.
  static func joined(_ parts: some Sequence<Markup>) -> Markup {
    Markup(stringLiteral: parts.reduce(into: "") { $0 += $1.html })
  }

  /// A literal with values in it.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = ""

    init(literalCapacity: Int, interpolationCount: Int) { html.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { html += literal }

    mutating func appendInterpolation(_ text: String) { html += text.escaped }

    mutating func appendInterpolation(_ number: Int) { html += "\(number)" }

    mutating func appendInterpolation(_ markup: Markup) { html += markup.html }

    mutating func appendInterpolation(_ markup: [Markup]) { html += Markup.joined(markup).html }

    /// HTML that there may be or not.
    mutating func appendInterpolation(_ markup: Markup?) { if let markup { html += markup.html } }
  }
}

extension String {
  /// Text for an element or for a value in double quotes.
  fileprivate var escaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      // HTML has no way to say these.
      case "\0"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{7f}"..."\u{9f}": result += "\u{fffd}"
      // These would turn the order of what stands beside the text around.
      case "\u{61c}", "\u{200e}", "\u{200f}", "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
