extension JSONParser {
  /// Parses a string whose opening quotation mark has been read.
  @inline(__always)
  mutating func parseString() throws(JSONError) -> String {
    let start = offset
    try skipPlainCharacters()
    guard bytes[offset] == UInt8(ascii: "\"") else { return try parseStringWithEscapes(from: start) }
    let content = UnsafeBufferPointer(start: bytes + start, count: offset &- start)
    offset &+= 1
    return String(decoding: content, as: UTF8.self)
  }

  /// Goes on with a string that began at this offset and has its first escape at the next byte.
  @inline(never)
  private mutating func parseStringWithEscapes(from start: Int) throws(JSONError) -> String {
    // No escape stands for more bytes than it has, so what is left of the text is room enough.
    let unescaped = scratch(count: count &- start)
    var length = 0
    var runStart = start
    while true {
      let run = offset &- runStart
      (unescaped + length).update(from: bytes + runStart, count: run)
      length &+= run
      let isEnd = bytes[offset] == UInt8(ascii: "\"")
      offset &+= 1
      if isEnd { return String(decoding: UnsafeBufferPointer(start: unescaped, count: length), as: UTF8.self) }
      length &+= try parseEscape(into: unescaped + length)
      runStart = offset
      try skipPlainCharacters()
    }
  }

  /// Goes to the next quotation mark or backslash, checking what lies before.
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

  /// Goes to the next byte that is a quotation mark, a backslash, a control character or not ASCII.
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

  /// Goes past well-formed UTF-8 to the next ASCII byte.
  private mutating func skipNonASCII() throws(JSONError) {
    while offset < count, bytes[offset] >= 0x80 {
      let length = UTF8Sequence.length(at: offset, in: text)
      guard length > 0 else { throw error(.invalidUTF8) }
      offset &+= length
    }
  }

  /// Parses the rest of an escape, whose backslash has been read, and writes what it stands for.
  ///
  /// - Returns: how many bytes that is.
  @inline(__always)
  private mutating func parseEscape(into output: UnsafeMutablePointer<UInt8>) throws(JSONError) -> Int {
    let character: UInt8
    switch peek() {
    case UInt8(ascii: "\""): character = UInt8(ascii: "\"")
    case UInt8(ascii: "\\"): character = UInt8(ascii: "\\")
    case UInt8(ascii: "/"): character = UInt8(ascii: "/")
    case UInt8(ascii: "b"): character = 0x08
    case UInt8(ascii: "f"): character = 0x0C
    case UInt8(ascii: "n"): character = 0x0A
    case UInt8(ascii: "r"): character = 0x0D
    case UInt8(ascii: "t"): character = 0x09
    case UInt8(ascii: "u"):
      offset &+= 1
      let encoded = UTF8.encode(try parseUnicodeEscape()) ?? UTF8.encodedReplacementCharacter
      var length = 0
      for byte in encoded {
        output[length] = byte
        length &+= 1
      }
      return length
    default:
      throw unexpected("an escape: one of \" \\ / b f n r t u")
    }
    offset &+= 1
    output.pointee = character
    return 1
  }

  /// Parses the rest of a `\u` escape, and the low surrogate's escape after a high one.
  private mutating func parseUnicodeEscape() throws(JSONError) -> Unicode.Scalar {
    let first = try parseFourHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Without its partner a surrogate is not a character. What follows it is then read on its own.
    guard UTF16.isLeadSurrogate(first), offset &+ 1 < count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset &+ 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let secondEscape = offset
    offset &+= 2
    let second = try parseFourHexDigits()
    guard UTF16.isTrailSurrogate(second) else {
      offset = secondEscape
      return "\u{FFFD}"
    }
    let pair = UInt32(first & 0x3FF) &<< 10 | UInt32(second & 0x3FF)
    return Unicode.Scalar(0x1_0000 &+ pair) ?? "\u{FFFD}"
  }

  private mutating func parseFourHexDigits() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected("a hexadecimal digit")
      }
      unit = unit &<< 4 | UInt16(digit)
      offset &+= 1
    }
    return unit
  }
}
