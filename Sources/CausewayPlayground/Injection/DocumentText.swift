#if !INJECTION_ALONE
import CausewayHTTP
#endif
import Foundation

/// The characters of a document as bytes: one byte for each in most encodings, and two in UTF-16.
///
/// Only ASCII matters here. All encodings of the Encoding Standard but UTF-16 write it in its own bytes.
struct DocumentText {
  /// The number of bytes of a character, or of a part of one.
  let width: Int
  private let isBigEndian: Bool

  init(in encoding: CharacterEncoding?) {
    width = encoding?.isUTF16 == true ? 2 : 1
    isBigEndian = encoding == .utf16BE
  }

  /// Returns the number at an offset.
  func unit(_ bytes: [UInt8], at offset: Int) -> UInt16 {
    guard width == 2 else { return UInt16(bytes[offset]) }
    let (first, second) = (UInt16(bytes[offset]), UInt16(bytes[offset + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  /// Returns the character at an offset; a byte that is not ASCII for another character.
  func character(_ bytes: [UInt8], at offset: Int) -> UInt8 {
    let unit = unit(bytes, at: offset)
    return unit < 0x80 ? UInt8(unit) : 0xFF
  }

  func units(_ bytes: [UInt8], in range: Range<Int>) -> [UInt16] {
    stride(from: range.lowerBound, to: range.upperBound, by: width).map { unit(bytes, at: $0) }
  }

  func bytes(_ units: some Sequence<UInt16>) -> [UInt8] {
    guard width == 2 else { return units.map { UInt8(truncatingIfNeeded: $0) } }
    return units.flatMap {
      let (high, low) = (UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  /// Returns the bytes of a text in ASCII.
  func bytes(ascii text: String) -> [UInt8] { width == 1 ? Array(text.utf8) : bytes(text.utf16) }
}
