#if !INJECTION_ALONE
import CausewayHTTP
#endif

/// The attributes of a tag of HTML or XML, with their places in it.
///
/// The tag is given as numbers: bytes in most encodings, and UTF-16 code units in UTF-16.
struct TagAttributes {
  /// The range of a value by name, in small letters. Of several attributes with the same name, browsers use the first.
  private var values: [String: Range<Int>] = [:]
  private let tag: [UInt16]

  /// Reads the attributes of a tag, such as `<meta name="a">`.
  init(_ tag: [UInt16]) {
    self.tag = tag
    // The `<` and the `>` are not part of the attributes.
    let end = max(tag.count - 1, 0)
    func next(from start: Int, while condition: (UInt8) -> Bool) -> Int {
      tag[min(start, end)..<end].firstIndex { !condition(Self.ascii($0)) } ?? end
    }
    var position = next(from: 1) { !$0.isHTMLSpace && $0 != UInt8(ascii: "/") }
    while true {
      position = next(from: position) { $0.isHTMLSpace || $0 == UInt8(ascii: "/") }
      guard position < end else { return }
      // An equals sign at its beginning is part of the name.
      let afterName = next(from: position + 1) {
        !$0.isHTMLSpace && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=")
      }
      let name = String(decoding: tag[position..<afterName].map { Self.ascii($0).lowercased }, as: UTF8.self)
      position = next(from: afterName, while: \.isHTMLSpace)
      var value = afterName..<afterName
      if position < end, tag[position] == UInt16(UInt8(ascii: "=")) {
        let start = next(from: position + 1, while: \.isHTMLSpace)
        let quote = start < end ? Self.ascii(tag[start]) : 0
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = start..<min(next(from: start + 1) { $0 != quote } + 1, end)
        } else {
          value = start..<next(from: start) { !$0.isHTMLSpace }
        }
        position = value.upperBound
      }
      if values[name] == nil { values[name] = value }
    }
  }

  private static func ascii(_ unit: UInt16) -> UInt8 { unit < 0x80 ? UInt8(unit) : 0xFF }

  /// The value of an attribute, with its character references decoded; nil without the attribute. Each number of the tag
  /// that is not ASCII is a scalar of its own, so that the value can be written again in an encoding that is not known.
  subscript(name: String) -> String? {
    guard let range = values[name] else { return nil }
    var units = tag[range]
    if let quote = units.first, quote == UInt16(UInt8(ascii: "\"")) || quote == UInt16(UInt8(ascii: "'")) {
      units = units.dropFirst().dropLast()
    }
    return Self.decoded(units)
  }

  /// Returns the tag with another value of an attribute that it has. Nothing else of the tag changes.
  func replacing(_ name: String, with value: String) -> [UInt16] {
    guard let range = values[name] else { return tag }
    let escaped = value.unicodeScalars.flatMap { scalar -> [UInt16] in
      switch scalar {
      case "&": Array("&amp;".utf16)
      case "\"": Array("&quot;".utf16)
      // XML allows no such character in a value.
      case "<": Array("&lt;".utf16)
      default: Array(String(scalar).utf16)
      }
    }
    let quote = UInt16(UInt8(ascii: "\""))
    return tag[..<range.lowerBound] + [quote] + escaped + [quote] + tag[range.upperBound...]
  }

  private static let references: [String: Unicode.Scalar] = [
    "amp": "&", "apos": "'", "gt": ">", "lt": "<", "quot": "\"", "colon": ":", "semi": ";", "comma": ",", "sol": "/",
    "ast": "*", "Tab": "\t", "NewLine": "\n",
  ]

  /// Decodes the character references that can occur in a policy.
  private static func decoded(_ units: ArraySlice<UInt16>) -> String {
    var text = String.UnicodeScalarView()
    var rest = units
    while let unit = rest.popFirst() {
      // A longer reference is no character of a policy.
      if unit == UInt16(UInt8(ascii: "&")), let end = rest.prefix(12).firstIndex(of: UInt16(UInt8(ascii: ";"))),
        let scalar = reference(String(decoding: rest[..<end], as: UTF16.self)), scalar.value < 0x80
      {
        text.append(scalar)
        rest = rest[(end + 1)...]
      } else {
        // A surrogate alone is no scalar.
        text.append(Unicode.Scalar(unit) ?? "\u{FFFD}")
      }
    }
    return String(text)
  }

  private static func reference(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return references[name] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.lowercased().hasPrefix("x")
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is ASCII whitespace, which separates the words of a policy (the Infra Standard).
  var isHTMLWhitespace: Bool {
    switch self {
    case "\t", "\n", "\u{C}", "\r", " ": true
    default: false
    }
  }
}
