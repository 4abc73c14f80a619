extension JSONError {
  /// The kind of error in a text.
  public enum Reason: Hashable, Sendable {
    /// This character is not allowed here. `expected` describes what is allowed, such as "',' or ']'".
    case unexpectedCharacter(Unicode.Scalar, expected: String)
    /// The text ends too early. `expected` describes what is missing.
    case unexpectedEnd(expected: String)
    /// A string contains an unescaped character below U+0020.
    case controlCharacterInString(Unicode.Scalar)
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// The text begins with U+FEFF, which RFC 8259 forbids writers to add.
    case byteOrderMark
    /// The number's magnitude is too large for a double. `JSON.parse` returns infinity for it, which JSON cannot
    /// express.
    case numberOutOfRange
    /// Arrays and objects are nested deeper than ``JSONLimits/maximumDepth``.
    case depthLimitExceeded(Int)
    /// The text is longer than ``JSONLimits/maximumBytes``.
    case byteLimitExceeded(Int)
    /// An object has two members with the same name, and ``JSONLimits/allowsDuplicateNames`` is false. The error's
    /// position is the end of the object.
    case duplicateName
  }
}

extension JSONError.Reason {
  /// A description of the error. In the error's text, the position follows it.
  var summary: String {
    switch self {
    case .unexpectedCharacter(let character, _): "unexpected character \(Self.name(of: character))"
    case .unexpectedEnd: "unexpected end of the text"
    case .controlCharacterInString(let character): "unescaped control character \(Self.name(of: character))"
    case .invalidUTF8: "invalid UTF-8"
    case .byteOrderMark: "unexpected byte order mark"
    case .numberOutOfRange: "number out of range"
    case .depthLimitExceeded: "too many nested arrays and objects"
    case .byteLimitExceeded: "the text is too long"
    case .duplicateName: "two members have the same name"
    }
  }

  /// A description of what the parser expected. In the error's text, it follows the position.
  var detail: String? {
    switch self {
    case .unexpectedCharacter(_, let expected), .unexpectedEnd(let expected): "expected \(expected)"
    case .controlCharacterInString: "expected an escape such as \\n or \\u0000"
    case .invalidUTF8, .byteOrderMark: nil
    case .numberOutOfRange: "a double's magnitude is at most 1.7976931348623157e+308"
    case .depthLimitExceeded(let limit): "the limit is a depth of \(limit)"
    case .byteLimitExceeded(let limit): "the limit is \(limit) bytes"
    case .duplicateName: "names must be unique"
    }
  }

  /// Returns the character in quotes if it is visible, otherwise its code point.
  private static func name(of character: Unicode.Scalar) -> String {
    switch character.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
      .nonspacingMark, .enclosingMark:
      let digits = String(character.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    default:
      return "'\(character)'"
    }
  }
}
