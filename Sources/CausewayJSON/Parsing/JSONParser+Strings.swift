extension JSONParser {
  /// Parses a string whose opening quotation mark has been read.
  @inline(__always)
  mutating func parseString() throws(JSONError) -> String {
    let start = offset
    try skipPlainCharacters()
    guard bytes[offset] == UInt8(ascii: "\"") else { return try parseStringWithEscapes(from: start) }
    let content = UnsafeBufferPointer(start: bytes + start, count: offset &- start)
    offset &+= 1
    guard content.count <= ShortString.maximumCount else { return String(decoding: content, as: UTF8.self) }
    if makesShortStrings, start &+ 16 <= count {
      let memory = UnsafeRawPointer(bytes + start)
      let first = memory.loadUnaligned(as: UInt64.self)
      let second = memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
      if let string = ShortString.make(first, second, count: content.count) { return string }
    }
    return Self.shortString(content)
  }

  /// Returns a string of up to ``ShortString/maximumCount`` bytes. The method takes fewer instructions than
  /// `String(decoding:as:)`.
  @inline(__always)
  private static func shortString(_ content: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: content.count) { output in
      let source = UnsafeRawBufferPointer(content)
      let target = UnsafeMutableRawBufferPointer(output)
      // Two copies that may overlap are faster than a call of `memcpy`.
      if source.count >= 8 {
        copy(UInt64.self, at: 0, from: source, to: target)
        copy(UInt64.self, at: source.count &- 8, from: source, to: target)
      } else if source.count >= 4 {
        copy(UInt32.self, at: 0, from: source, to: target)
        copy(UInt32.self, at: source.count &- 4, from: source, to: target)
      } else {
        for offset in 0..<source.count { target[offset] = source[offset] }
      }
      return source.count
    }
  }

  @inline(__always)
  private static func copy<Word: BitwiseCopyable>(
    _ type: Word.Type, at offset: Int, from source: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer
  ) {
    target.storeBytes(of: source.loadUnaligned(fromByteOffset: offset, as: type), toByteOffset: offset, as: type)
  }

  /// Continues a string that began at `start` and whose first escape is at the next byte.
  ///
  /// First the whole content is checked. Then the string is written once, directly into its storage.
  @inline(never)
  private mutating func parseStringWithEscapes(from start: Int) throws(JSONError) -> String {
    while bytes[offset] != UInt8(ascii: "\"") {
      offset &+= 1
      try skipEscape()
      try skipPlainCharacters()
    }
    let content = UnsafeBufferPointer(start: bytes + start, count: offset &- start)
    offset &+= 1
    // An escape never decodes to more bytes than its own length.
    return String(unsafeUninitializedCapacity: content.count) { JSONUnescaping.write(content, into: $0) }
  }

  /// Moves to the next quotation mark or backslash, and checks the bytes before it.
  @inline(__always)
  private mutating func skipPlainCharacters() throws(JSONError) {
    while true {
      skipPlainASCII()
      guard offset < count else { throw unexpected("'\"' at the end of the string") }
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw error(.controlCharacterInString(Unicode.Scalar(byte))) }
      try skipNonASCII()
    }
  }

  /// Moves to the next byte that is a quotation mark, a backslash, a control character or not ASCII.
  @inline(__always)
  private mutating func skipPlainASCII() {
    let memory = UnsafeRawPointer(bytes)
    while offset &+ 8 <= count {
      let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let stops = JSONStringScan.escapesAndNonASCII(in: word)
      if stops != 0 {
        offset &+= stops.trailingZeroBitCount &>> 3
        return
      }
      offset &+= 8
    }
    while offset < count, bytes[offset] < 0x80, !JSONStringScan.isEscape(bytes[offset]) { offset &+= 1 }
  }

  /// Skips well-formed UTF-8 up to the next ASCII byte.
  private mutating func skipNonASCII() throws(JSONError) {
    while offset < count, bytes[offset] >= 0x80 {
      let length = UTF8Sequence.length(at: offset, in: text)
      guard length > 0 else { throw error(.invalidUTF8) }
      offset &+= length
    }
  }

  /// Skips an escape whose backslash has been read.
  private mutating func skipEscape() throws(JSONError) {
    switch peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset &+= 1
    case UInt8(ascii: "u"):
      offset &+= 1
      for _ in 0..<4 {
        guard let byte = peek(), JSONUnescaping.hexDigit(byte) != nil else { throw unexpected("a hexadecimal digit") }
        offset &+= 1
      }
    default:
      throw unexpected("an escape: one of \" \\ / b f n r t u")
    }
  }
}
