/// Reads base64url.
enum Base64URLDecoder {
  static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(Base64URLError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var (bits, count): (UInt, UInt) = (0, 0)
    for character in text {
      bits = bits << 6 | UInt(try value(of: character))
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    guard count < 6 else { throw .impossibleLength }
    guard bits & (1 << count - 1) == 0 else { throw .nonzeroTrailingBits }
    return bytes
  }

  /// The six bits of a character.
  private static func value(of character: UInt8) throws(Base64URLError) -> UInt8 {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): return character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): return 62
    case UInt8(ascii: "_"): return 63
    case UInt8(ascii: "="): throw .padding
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw .whitespace
    case UInt8(ascii: "+"), UInt8(ascii: "/"): throw .standardAlphabet
    default: throw .invalidCharacter
    }
  }
}
