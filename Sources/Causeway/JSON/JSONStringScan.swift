/// Finds the bytes of a string that a parser or a printer has to look at: the quotation mark, the backslash, control
/// characters, and what is not ASCII. Eight bytes are tested at once, which is most of the speed of both.
enum JSONStringScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// A word whose lowest set bit is in the first byte, in little-endian order, that is not plain; 0 if all are plain.
  ///
  /// Subtracting lets a byte's high bit be set if the byte is below the subtrahend, or by the borrow of a lower byte,
  /// which was itself a stop: hence only the lowest bit counts.
  @inline(__always)
  static func stops(in word: UInt64) -> UInt64 {
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- (ones &* 0x20)
    // Bytes that are not ASCII have the high bit themselves.
    return (quotes | backslashes | controls | word) & highBits
  }

  /// The same of one byte.
  @inline(__always)
  static func isPlainASCII(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
  }
}
