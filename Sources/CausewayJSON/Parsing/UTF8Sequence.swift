/// Validation of UTF-8 by table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing past U+10FFFF.
enum UTF8Sequence {
  /// Returns the number of bytes in the well-formed sequence at `offset`; 0 if there is none.
  @inline(__always)
  static func length(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    // No read is out of bounds: the caller guarantees that the first byte exists, and `continues` checks the offset
    // before it reads another byte.
    let first = text[offset]
    switch first {
    case 0x00...0x7F:
      return 1
    case 0xC2...0xDF:
      return continues(text, offset &+ 1, 0x80...0xBF) ? 2 : 0
    case 0xE0...0xEF:
      let second: ClosedRange<UInt8> = first == 0xE0 ? 0xA0...0xBF : first == 0xED ? 0x80...0x9F : 0x80...0xBF
      return continues(text, offset &+ 1, second) && continues(text, offset &+ 2, 0x80...0xBF) ? 3 : 0
    case 0xF0...0xF4:
      let second: ClosedRange<UInt8> = first == 0xF0 ? 0x90...0xBF : first == 0xF4 ? 0x80...0x8F : 0x80...0xBF
      return continues(text, offset &+ 1, second) && continues(text, offset &+ 2, 0x80...0xBF)
        && continues(text, offset &+ 3, 0x80...0xBF) ? 4 : 0
    default:
      return 0
    }
  }

  @inline(__always)
  private static func continues(
    _ text: UnsafeBufferPointer<UInt8>, _ offset: Int, _ range: ClosedRange<UInt8>
  ) -> Bool {
    offset < text.count && range.contains(text[offset])
  }
}
