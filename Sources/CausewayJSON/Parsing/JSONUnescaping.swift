/// The decoding of a JSON string's content. The content must have been checked.
enum JSONUnescaping {
  /// Writes the decoded string.
  ///
  /// - Returns: the number of bytes written, which is at most that of the content.
  static func write(
    _ content: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let output = output.baseAddress else { return 0 }
    let memory = UnsafeRawBufferPointer(content)
    var offset = 0
    var length = 0
    while offset < content.count {
      if offset &+ 8 <= content.count {
        // Write all eight bytes, because that is faster than a loop. Later writes overwrite the bytes from the
        // backslash on.
        let word = memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        UnsafeMutableRawPointer(output + length).storeBytes(of: word, as: UInt64.self)
        let backslashes = JSONStringScan.backslashes(in: UInt64(littleEndian: word))
        let run = backslashes == 0 ? 8 : backslashes.trailingZeroBitCount &>> 3
        offset &+= run
        length &+= run
        if backslashes == 0 { continue }
      } else if content[offset] != UInt8(ascii: "\\") {
        output[length] = content[offset]
        offset &+= 1
        length &+= 1
        continue
      }
      length &+= writeEscape(in: content, at: &offset, to: output + length)
    }
    return length
  }

  /// Returns the value of a hexadecimal digit; nil for any other byte.
  @inline(__always)
  static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// Writes the character that one escape represents, and moves past the escape.
  @inline(__always)
  private static func writeEscape(
    in content: UnsafeBufferPointer<UInt8>, at offset: inout Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let character = content[offset &+ 1]
    offset &+= 2
    switch character {
    case UInt8(ascii: "b"): output.pointee = 0x08
    case UInt8(ascii: "f"): output.pointee = 0x0C
    case UInt8(ascii: "n"): output.pointee = 0x0A
    case UInt8(ascii: "r"): output.pointee = 0x0D
    case UInt8(ascii: "t"): output.pointee = 0x09
    case UInt8(ascii: "u"): return writeUnicodeEscape(in: content, at: &offset, to: output)
    default: output.pointee = character
    }
    return 1
  }

  private static func writeUnicodeEscape(
    in content: UnsafeBufferPointer<UInt8>, at offset: inout Int, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var length = 0
    for byte in UTF8.encode(scalar(in: content, at: &offset)) ?? UTF8.encodedReplacementCharacter {
      output[length] = byte
      length &+= 1
    }
    return length
  }

  /// Returns the scalar of a `\u` escape, or of two escapes that form a surrogate pair.
  private static func scalar(in content: UnsafeBufferPointer<UInt8>, at offset: inout Int) -> Unicode.Scalar {
    let first = unit(in: content, at: offset)
    offset &+= 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A lone surrogate is not a character. The text after it is then read separately.
    guard UTF16.isLeadSurrogate(first), offset &+ 6 <= content.count, content[offset] == UInt8(ascii: "\\"),
      content[offset &+ 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let second = unit(in: content, at: offset &+ 2)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    offset &+= 6
    let pair = UInt32(first & 0x3FF) &<< 10 | UInt32(second & 0x3FF)
    return Unicode.Scalar(0x1_0000 &+ pair) ?? "\u{FFFD}"
  }

  /// Returns the value of four hexadecimal digits.
  private static func unit(in content: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt16 {
    content[offset..<offset &+ 4].reduce(0) { $0 &<< 4 | (hexDigit($1) ?? 0) }
  }
}
