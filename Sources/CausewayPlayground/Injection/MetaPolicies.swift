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
    let attributes = TagAttributes(tag)
    guard attributes["http-equiv"]?.lowercased() == "content-security-policy", let policy = attributes["content"] else {
      return nil
    }
    let value = ContentSecurityPolicy.amended(policy, script: script, connections: connections)
    return "<meta \(attributes.source(replacing: "content", with: value))>"
  }
}
