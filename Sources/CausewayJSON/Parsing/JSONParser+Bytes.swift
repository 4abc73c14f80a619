extension JSONParser {
  /// The next byte, or nil at the end of the text.
  @inline(__always)
  func peek() -> UInt8? {
    offset < count ? bytes[offset] : nil
  }

  /// Goes past white space and gives the byte that follows it, without going past that, or nil at the end of the text.
  @inline(__always)
  mutating func skipWhitespace() -> UInt8? {
    while offset < count {
      let byte = bytes[offset]
      // Almost always there is none; all four kinds are at most a space.
      if byte > UInt8(ascii: " ") { return byte }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset &+= 1
      default: return byte
      }
    }
    return nil
  }

  /// The error that the next byte, or the end of the text, is not what has to come here.
  @inline(never)
  func unexpected(_ expected: String) -> JSONError {
    guard offset < count else { return error(.unexpectedEnd(expected: expected)) }
    let length = UTF8Sequence.length(at: offset, in: text)
    guard length > 0 else { return error(.invalidUTF8) }
    let character = String(decoding: text[offset..<offset + length], as: UTF8.self).unicodeScalars.first
    return error(.unexpectedCharacter(character ?? "\u{FFFD}", expected: expected))
  }

  /// An error at the next byte.
  @inline(never)
  func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason, at: offset, in: text)
  }
}
