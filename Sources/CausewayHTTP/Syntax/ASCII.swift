/// Classes of bytes, as RFC 9110 and RFC 3986 name them.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

  /// Whether the byte is a `tchar` (RFC 9110 section 5.6.2).
  var isTokenCharacter: Bool { isLetter || isDigit || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  /// Whether the byte is a character of a registered name (RFC 3986 section 3.2.2), except `%`, and except `,`, which
  /// separates lists.
  var isHostCharacter: Bool { isLetter || isDigit || "-._~!$&'()*+;=".utf8.contains(self) }

  /// Whether the byte is a visible character (`VCHAR`).
  var isVisible: Bool { (0x21...0x7e).contains(self) }

  /// The value of a hexadecimal digit; nil for other characters.
  var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Sequence<UInt8> {
  /// Returns whether the bytes are an ASCII text, ignoring letter case.
  /// - Parameter text: the text in lower case.
  func isEqual(ignoringCase text: String) -> Bool {
    lazy.map { ($0 >= 0x41 && $0 <= 0x5a) ? $0 | 0x20 : $0 }.elementsEqual(text.utf8)
  }
}

extension BidirectionalCollection<UInt8> {
  /// The elements without the spaces and tabs at both ends.
  var trimmed: SubSequence {
    let start = drop { $0 == .space || $0 == .tab }
    guard let last = start.indices.reversed().first(where: { start[$0] != .space && start[$0] != .tab }) else {
      return start.prefix(0)
    }
    return start[...last]
  }
}
