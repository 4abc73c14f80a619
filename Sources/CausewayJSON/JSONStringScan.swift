/// Finds the bytes of a string that a parser or a printer has to look at. Eight bytes are tested at once, which is most
/// of the speed of both.
///
/// Words are in little-endian order. In a result the lowest set bit is in the first byte found; bits above it may be set
/// for no reason, by the borrow of that byte's subtraction, so nothing but the lowest bit counts.
enum JSONStringScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The quotation marks, backslashes and control characters in a word; 0 if there are none.
  @inline(__always)
  static func escapes(in word: UInt64) -> UInt64 {
    // Each subtraction sets the high bit of an ASCII byte exactly if the byte is below what is subtracted.
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- (ones &* 0x20)
    return (quotes | backslashes | controls) & ~word & highBits
  }

  /// The backslashes in a word, which need not be ASCII; 0 if there are none.
  @inline(__always)
  static func backslashes(in word: UInt64) -> UInt64 {
    // A byte that is one is zero now, and subtracting one borrows from its high bit.
    let difference = word ^ (ones &* 0x5C)
    return (difference &- ones) & ~difference & highBits
  }

  /// The quotation marks, backslashes and control characters in a word, and the bytes that are not ASCII.
  @inline(__always)
  static func escapesAndNonASCII(in word: UInt64) -> UInt64 {
    escapes(in: word) | (word & highBits)
  }

  /// Whether a byte is a quotation mark, a backslash or a control character.
  @inline(__always)
  static func isEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
  }
}
