/// A search for the bytes of a string that a parser or a printer must treat specially. Parsing and printing are fast
/// mainly because these searches test eight bytes at once.
///
/// Words are in little-endian order. The lowest set bit of a result is in the first byte found. Higher bits may be set
/// by the borrow of that byte's subtraction, so only the lowest bit is valid.
enum JSONStringScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Returns a mask of the quotation marks, backslashes and control characters in a word; 0 if there are none.
  @inline(__always)
  static func escapes(in word: UInt64) -> UInt64 {
    // Each subtraction sets the high bit of an ASCII byte exactly if the byte is less than the subtracted number.
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- (ones &* 0x20)
    return (quotes | backslashes | controls) & ~word & highBits
  }

  /// Returns a mask of the backslashes in a word, which need not be ASCII; 0 if there are none.
  @inline(__always)
  static func backslashes(in word: UInt64) -> UInt64 {
    // After the exclusive or, a backslash is zero, and subtracting one sets its high bit.
    let difference = word ^ (ones &* 0x5C)
    return (difference &- ones) & ~difference & highBits
  }

  /// Returns a mask of the quotation marks, backslashes, control characters and non-ASCII bytes in a word.
  @inline(__always)
  static func escapesAndNonASCII(in word: UInt64) -> UInt64 {
    escapes(in: word) | (word & highBits)
  }

  /// Returns whether a byte is a quotation mark, a backslash or a control character.
  @inline(__always)
  static func isEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }
}
