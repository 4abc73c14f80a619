/// The value of the field `Content-Type` (the MIME Sniffing Standard's "parse a MIME type").
package struct MediaType: Hashable, Sendable {
  /// The type without parameters, in small letters, such as `text/html`.
  package let essence: String
  /// The label of the encoding, without quotation marks; nil if there is none.
  package let charset: String?

  /// Reads a value. If the field occurs several times, browsers use the last value; so does this initializer with values
  /// that are joined by commas.
  package init(_ value: String) {
    var parts = MediaType.parts(of: value)[...]
    essence = MediaType.trimmed(parts.popFirst() ?? "").lowercased()
    // Of several parameters with the same name, browsers use the first.
    charset = parts.lazy.compactMap(MediaType.charset).first
  }

  /// The encoding that the value declares; nil without a known label.
  package var encoding: CharacterEncoding? { charset.flatMap { CharacterEncoding(label: $0.utf8) } }

  private static func charset(_ parameter: Substring) -> String? {
    guard let equals = parameter.firstIndex(of: "="),
      trimmed(parameter[..<equals], atStartOnly: true).lowercased() == "charset"
    else { return nil }
    let value = parameter[parameter.index(after: equals)...]
    guard value.first == "\"" else {
      let text = trimmed(value)
      return text.isEmpty ? nil : text
    }
    var text = ""
    var isEscaped = false
    for scalar in value.unicodeScalars.dropFirst() {
      if !isEscaped, scalar == "\"" { break }
      isEscaped = !isEscaped && scalar == "\\"
      if !isEscaped { text.unicodeScalars.append(scalar) }
    }
    return text
  }

  /// Splits a value at its semicolons, except those in quotation marks.
  private static func parts(of value: String) -> [Substring] {
    var parts: [Substring] = []
    let scalars = value.unicodeScalars
    var start = scalars.startIndex
    var isQuoted = false
    var isEscaped = false
    for index in scalars.indices {
      let scalar = scalars[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted, scalar == "\\" {
        isEscaped = true
      } else if scalar == "\"" {
        isQuoted.toggle()
      } else if scalar == ";", !isQuoted {
        parts.append(value[start..<index])
        start = scalars.index(after: index)
      }
    }
    return parts + [value[start...]]
  }

  private static func trimmed(_ text: Substring, atStartOnly: Bool = false) -> String {
    let start = text.unicodeScalars.drop(while: isSpace)
    if atStartOnly { return String(start) }
    return String(String.UnicodeScalarView(start.reversed().drop(while: isSpace).reversed()))
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\r" || scalar == "\n"
  }
}
