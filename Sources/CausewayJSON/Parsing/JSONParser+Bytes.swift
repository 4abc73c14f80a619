extension JSONParser {
  /// Returns the next byte; nil at the end of the text.
  @inline(__always)
  func peek() -> UInt8? {
    offset < count ? bytes[offset] : nil
  }

  /// Skips white space. Returns the byte after it, without skipping that byte; nil at the end of the text.
  @inline(__always)
  mutating func skipWhitespace() -> UInt8? {
    while offset < count {
      let byte = bytes[offset]
      // Usually there is no white space, and its four characters are not greater than a space.
      if byte > UInt8(ascii: " ") { return byte }
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset &+= 1
      default: return byte
      }
    }
    return nil
  }

  /// Returns the error for an unexpected byte, or for an unexpected end of the text.
  @inline(never)
  func unexpected(_ expected: String) -> JSONError {
    guard offset < count else { return error(.unexpectedEnd(expected: expected)) }
    let length = UTF8Sequence.length(at: offset, in: text)
    guard length > 0 else { return error(.invalidUTF8) }
    let character = String(decoding: text[offset..<offset + length], as: UTF8.self).unicodeScalars.first
    return error(.unexpectedCharacter(character ?? "\u{FFFD}", expected: expected))
  }

  /// Returns an error at the next byte.
  @inline(never)
  func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason, at: offset, in: text)
  }
}
