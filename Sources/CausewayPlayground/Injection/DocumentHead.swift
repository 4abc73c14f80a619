import Foundation

/// The position in an HTML document at which a script runs before any script of the page.
///
/// The position is after the byte order mark, comments, the doctype and the start tags of `html` and `head`. Text before
/// the doctype would change how the browser lays out the page, and a script before `html` would lose the attributes of
/// `head`.
struct DocumentHead {
  /// Returns the offset at which the script is inserted.
  static func offset(in html: Data) -> Int {
    var scanner = TagScanner(html)
    scanner.skipByteOrderMark()
    var position = scanner.offset
    while true {
      scanner.skipSpace()
      if scanner.skipComment() || scanner.skip(tag: "!doctype") || scanner.skip(tag: "html") {
        position = scanner.offset
      } else if scanner.skip(tag: "head") {
        return scanner.offset
      } else {
        return position
      }
    }
  }
}

/// A scanner for the beginning of an HTML document, which recognizes comments, and tags with quoted attributes.
struct TagScanner {
  private let bytes: Data
  /// The offset of the next byte.
  private(set) var offset = 0

  init(_ html: Data) {
    bytes = html
  }

  private func byte(at offset: Int) -> UInt8? {
    offset < bytes.count ? bytes[bytes.startIndex + offset] : nil
  }

  private func has(_ text: StaticString, at offset: Int) -> Bool {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return wanted.indices.allSatisfy { byte(at: offset + $0)?.lowercased == wanted[$0] }
  }

  mutating func skipByteOrderMark() {
    if byte(at: 0) == 0xEF, byte(at: 1) == 0xBB, byte(at: 2) == 0xBF { offset = 3 }
  }

  mutating func skipSpace() {
    while let next = byte(at: offset), next.isHTMLSpace { offset += 1 }
  }

  /// Returns whether the next bytes are this text, which is in lower case.
  func isAt(_ text: String) -> Bool {
    text.utf8.enumerated().allSatisfy { byte(at: offset + $0.offset)?.lowercased == $0.element }
  }

  mutating func skipByte() { offset += 1 }

  /// Moves to the next `<`. Returns false at the end.
  mutating func skipToTag() -> Bool {
    while let next = byte(at: offset), next != UInt8(ascii: "<") { offset += 1 }
    return byte(at: offset) != nil
  }

  /// Moves past an element whose start tag is next, up to the name in its end tag.
  mutating func skipElement(_ name: String) {
    offset += 1
    while skipToTag() {
      if isAt("</\(name)") { return skipByte() }
      skipByte()
    }
  }

  /// Moves past a comment.
  mutating func skipComment() -> Bool {
    guard has("<!--", at: offset) else { return false }
    var end = offset + 4
    // `<!-->` and `<!--->` are whole comments.
    if has(">", at: end) || has("->", at: end) { return skip(through: ">", from: end) }
    while byte(at: end) != nil {
      if has("-->", at: end) || has("--!>", at: end) { return skip(through: ">", from: end) }
      end += 1
    }
    return false
  }

  private mutating func skip(through mark: Character, from start: Int) -> Bool {
    var end = start
    while let next = byte(at: end), next != mark.asciiValue { end += 1 }
    guard byte(at: end) != nil else { return false }
    offset = end + 1
    return true
  }

  /// Moves past a start tag with this name, which is in lower case, or past a doctype.
  mutating func skip(tag name: StaticString) -> Bool {
    guard byte(at: offset) == UInt8(ascii: "<"), has(name, at: offset + 1) else { return false }
    var end = offset + 1 + name.utf8CodeUnitCount
    guard let next = byte(at: end), next.isHTMLSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/")
    else { return false }
    var quote: UInt8?
    // A quotation mark begins a value only directly after the equals sign.
    var isValue = false
    while let next = byte(at: end) {
      end += 1
      if let open = quote {
        if next == open { quote = nil }
      } else if next == UInt8(ascii: ">") {
        offset = end
        return true
      } else if isValue, next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
        quote = next
      }
      if !next.isHTMLSpace { isValue = next == UInt8(ascii: "=") && quote == nil }
    }
    return false
  }
}

extension UInt8 {
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
  var isHTMLSpace: Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(self) }
}
