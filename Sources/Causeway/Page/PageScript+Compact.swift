extension PageScript {
  /// Returns a script without the lines that consist of comments, and without indentation. WebKit parses the scripts again
  /// for each document, so the length of the text makes loading a page slower.
  ///
  /// Returns the script unchanged if a template or a string may extend over several lines, because their text must stay.
  static func compact(_ source: String) -> String {
    var lines: [Substring] = []
    var isComment = false
    for line in source.split(separator: "\n") {
      let text = line.trimmingIndentation
      if isComment {
        isComment = !text.hasSuffix("*/")
      } else if text.hasPrefix("/*"), !text.hasSuffix("*/"), !text.contains("*/") {
        isComment = true
      } else if !text.hasPrefix("//"), !(text.hasPrefix("/*") && text.hasSuffix("*/") && text.isOneComment) {
        guard text.utf8.count(where: { $0 == UInt8(ascii: "`") }) % 2 == 0, !text.hasSuffix("\\") else { return source }
        lines.append(text)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension Substring {
  /// The line without the spaces at its start.
  fileprivate var trimmingIndentation: Substring { drop { $0 == " " } }

  /// Whether the first comment of a line ends with the line.
  fileprivate var isOneComment: Bool {
    var rest = utf8.dropFirst(2)
    while let star = rest.firstIndex(of: UInt8(ascii: "*")) {
      rest = rest[rest.index(after: star)...]
      if rest.first == UInt8(ascii: "/") { return rest.count == 1 }
    }
    return false
  }
}
