import Foundation

/// The Content-Security-Policies in `meta` elements of a document's head.
enum MetaPolicies {
  /// Returns the HTML in which each policy allows the connections. The document's own script runs before these policies
  /// apply.
  static func amend(_ html: Data, connections: [String]) -> Data {
    var result = Data(capacity: html.count + 200)
    var copied = 0
    for tag in metaTags(in: html) {
      let text = String(
        decoding: html[(html.startIndex + tag.lowerBound)..<(html.startIndex + tag.upperBound)], as: UTF8.self)
      guard let amended = amended(text, connections) else { continue }
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
  private static func amended(_ tag: String, _ connections: [String]) -> String? {
    let attributes = Attributes(tag)
    guard attributes["http-equiv"]?.lowercased() == "content-security-policy", let policy = attributes["content"] else {
      return nil
    }
    let value = ContentSecurityPolicy.amended(policy, script: nil, connections: connections)
    let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    return "<meta http-equiv=\"Content-Security-Policy\" content=\"\(escaped)\">"
  }
}

/// The attributes of a tag.
private struct Attributes {
  private var values: [String: String] = [:]

  init(_ tag: String) {
    var rest = Substring(tag.dropFirst().dropLast()).drop { !$0.isWhitespace && $0 != "/" }
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard !rest.isEmpty else { return }
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
      rest = rest.dropFirst(max(1, name.count)).drop(while: \.isWhitespace)
      var value: Substring = ""
      if rest.first == "=" {
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        if let quote = rest.first, quote == "\"" || quote == "'" {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !$0.isWhitespace }
          rest = rest.dropFirst(value.count)
        }
      }
      if values[name.lowercased()] == nil { values[name.lowercased()] = Self.unescaped(value) }
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Returns the value with the character references that occur in policies decoded.
  private static func unescaped(_ value: Substring) -> String {
    String(value).replacing("&#39;", with: "'").replacing("&#x27;", with: "'").replacing("&apos;", with: "'")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
  }
}
