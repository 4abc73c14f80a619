/// Writes what the content of a JSON string stands for. The content has been checked.
enum JSONUnescaping {
  /// Writes the string.
  ///
  /// - Returns: how many bytes it has, which are no more than those of the content.
  static func write(
    _ content: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    guard let output = output.baseAddress else { return 0 }
    let memory = UnsafeRawBufferPointer(content)
    var offset = 0
    var length = 0
    while offset < content.count {
      if offset &+ 8 <= content.count {
        // What comes before the backslash is written with what comes after it, which is overwritten.
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

  /// A hexadecimal digit's value.
  @inline(__always)
  static func hexDigit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  /// Writes what one escape stands for and goes past it.
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

  /// The scalar of a `\u` escape, and of the low surrogate's escape after a high one.
  private static func scalar(in content: UnsafeBufferPointer<UInt8>, at offset: inout Int) -> Unicode.Scalar {
    let first = unit(in: content, at: offset)
    offset &+= 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    // Without its partner a surrogate is not a character. What follows it is then read on its own.
    guard UTF16.isLeadSurrogate(first), offset &+ 6 <= content.count, content[offset] == UInt8(ascii: "\\"),
      content[offset &+ 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let second = unit(in: content, at: offset &+ 2)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    offset &+= 6
    let pair = UInt32(first & 0x3FF) &<< 10 | UInt32(second & 0x3FF)
    return Unicode.Scalar(0x1_0000 &+ pair) ?? "\u{FFFD}"
  }

  /// The value of four hexadecimal digits.
  private static func unit(in content: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt16 {
    content[offset..<offset &+ 4].reduce(0) { $0 &<< 4 | (hexDigit($1) ?? 0) }
  }
}
