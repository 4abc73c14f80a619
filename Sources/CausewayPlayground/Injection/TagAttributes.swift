/// The attributes of an HTML tag, in their order.
///
/// The text is read by Unicode scalars, because a quotation mark and a combining mark after it are one `Character`.
struct TagAttributes {
  private struct Attribute {
    let name: String
    let value: String
    /// The attribute as it stands in the tag.
    let source: String
  }

  private var attributes: [Attribute] = []

  /// Reads the attributes of a tag, such as `<meta name="a">`.
  init(_ tag: String) {
    let scalars = tag.unicodeScalars
    var rest = scalars.dropFirst().dropLast().drop { !$0.isHTMLWhitespace && $0 != "/" }
    while true {
      rest = rest.drop { $0.isHTMLWhitespace || $0 == "/" }
      guard !rest.isEmpty else { return }
      let start = rest.startIndex
      let name = rest.prefix { !$0.isHTMLWhitespace && $0 != "=" && $0 != "/" }
      rest = rest.dropFirst(max(1, name.count))
      var end = rest.startIndex
      var value = rest.prefix(0)
      let afterName = rest.drop(while: \.isHTMLWhitespace)
      if afterName.first == "=" {
        rest = afterName.dropFirst().drop(while: \.isHTMLWhitespace)
        if let quote = rest.first, quote == "\"" || quote == "'" {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !$0.isHTMLWhitespace }
          rest = rest.dropFirst(value.count)
        }
        end = rest.startIndex
      }
      attributes.append(
        Attribute(
          name: String(name).lowercased(), value: Self.unescaped(String(value)), source: String(scalars[start..<end])))
    }
  }

  /// The value of an attribute. Of several attributes with the same name, a browser uses the first.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// Returns the attributes as they stand in the tag, but with another value of the first one with this name.
  func source(replacing name: String, with value: String) -> String {
    let replaced = attributes.firstIndex { $0.name == name }
    return attributes.indices.map { $0 == replaced ? "\(name)=\"\(Self.escaped(value))\"" : attributes[$0].source }
      .joined(separator: " ")
  }

  private static func escaped(_ value: String) -> String {
    replaced(value, [("&", "&amp;"), ("\"", "&quot;")])
  }

  /// Returns the value with the character references that occur in policies decoded.
  private static func unescaped(_ value: String) -> String {
    replaced(value, [("&#39;", "'"), ("&#x27;", "'"), ("&apos;", "'"), ("&quot;", "\""), ("&amp;", "&")])
  }

  private static func replaced(_ text: String, _ pairs: [(old: String, new: String)]) -> String {
    String(
      pairs.reduce(text.unicodeScalars) { $0.replacing($1.old.unicodeScalars, with: $1.new.unicodeScalars) })
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is ASCII whitespace, which separates attributes and the words of a policy (the infra standard).
  var isHTMLWhitespace: Bool {
    switch self {
    case "\t", "\n", "\u{C}", "\r", " ": true
    default: false
    }
  }
}
