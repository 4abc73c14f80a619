import Foundation

/// The Content-Security-Policies in `meta` elements of a document's head.
enum MetaPolicies {
  /// Returns the HTML in which each policy allows the script and the connections. The document's own script runs before
  /// these policies apply, but its empty, `srcdoc` and `blob:` frames inherit them.
  static func amend(_ html: Data, script: String, connections: [String]) -> Data {
    var result = Data(capacity: html.count + 200)
    var copied = 0
    for tag in metaTags(in: html) {
      let text = String(
        decoding: html[(html.startIndex + tag.lowerBound)..<(html.startIndex + tag.upperBound)], as: UTF8.self)
      guard let amended = amended(text, script, connections) else { continue }
      result += html[(html.startIndex + copied)..<(html.startIndex + tag.lowerBound)]
      result += Data(amended.utf8)
      copied = tag.upperBound
    }
    return copied == 0 ? html : result + html[(html.startIndex + copied)...]
  }

  /// Returns the ranges of the `meta` tags before the body.
  private static func metaTags(in html: Data) -> [Range<Int>] {
    var tags: [Range<Int>] = []
    var scanner = TagScanner(html)
    scanner.skipByteOrderMark()
    while scanner.skipToTag() {
      if scanner.skipComment() { continue }
      if scanner.isAt("</head") || scanner.isAt("<body") { break }
      // Skip these elements, because tags inside their text are not elements of the document.
      if let element = ["script", "style", "title", "noscript"].first(where: { scanner.isAt("<\($0)") }) {
        scanner.skipElement(element)
        continue
      }
      let start = scanner.offset
      if scanner.skip(tag: "meta") { tags.append(start..<scanner.offset) } else { scanner.skipByte() }
    }
    return tags
  }

  /// Returns the tag with a changed policy; nil for a tag without a policy.
  private static func amended(_ tag: String, _ script: String, _ connections: [String]) -> String? {
    let attributes = Attributes(tag)
    guard attributes["http-equiv"]?.lowercased() == "content-security-policy", let policy = attributes["content"] else {
      return nil
    }
    let value = ContentSecurityPolicy.amended(policy, script: script, connections: connections)
    let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    return "<meta \(attributes.source(replacing: "content", with: "content=\"\(escaped)\""))>"
  }
}

/// The attributes of a tag, in their order.
private struct Attributes {
  private struct Attribute {
    let name: String
    let value: String
    /// The attribute as it stands in the tag.
    let source: Substring
  }

  private var attributes: [Attribute] = []

  init(_ tag: String) {
    var rest = Substring(tag.dropFirst().dropLast()).drop { !$0.isWhitespace && $0 != "/" }
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard !rest.isEmpty else { return }
      let start = rest.startIndex
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
      rest = rest.dropFirst(max(1, name.count))
      var end = rest.startIndex
      var value: Substring = ""
      let afterName = rest.drop(while: \.isWhitespace)
      if afterName.first == "=" {
        rest = afterName.dropFirst().drop(while: \.isWhitespace)
        if let quote = rest.first, quote == "\"" || quote == "'" {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !$0.isWhitespace }
          rest = rest.dropFirst(value.count)
        }
        end = rest.startIndex
      }
      attributes.append(
        Attribute(name: name.lowercased(), value: Self.unescaped(value), source: tag[start..<end]))
    }
  }

  /// The value of an attribute. Of several attributes with the same name, a browser uses the first.
  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// Returns the attributes as they stand in the tag, but with another text for the first one with this name.
  func source(replacing name: String, with text: String) -> String {
    let replaced = attributes.firstIndex { $0.name == name }
    return attributes.indices.map { $0 == replaced ? text : String(attributes[$0].source) }.joined(separator: " ")
  }

  /// Returns the value with the character references that occur in policies decoded.
  private static func unescaped(_ value: Substring) -> String {
    String(value).replacing("&#39;", with: "'").replacing("&#x27;", with: "'").replacing("&apos;", with: "'")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }
}
