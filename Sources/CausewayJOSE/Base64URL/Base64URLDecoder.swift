/// A decoder for base64url: sixteen characters at once, and the rest one by one.
enum Base64URLDecoder {
  static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(Base64URLError) -> [UInt8] {
    let count = text.count * 3 / 4
    var isValid = true
    // A block writes up to two bytes after its own bytes.
    let bytes = [UInt8](unsafeUninitializedCapacity: count + Base64URLBlock.excess) { bytes, initializedCount in
      isValid = decode(text, into: UnsafeMutableRawBufferPointer(bytes))
      initializedCount = isValid ? count : 0
    }
    guard isValid else { throw firstError(in: text) }
    return bytes
  }

  /// Decodes a text into memory. Returns false if the text is not base64url; the written bytes are then meaningless.
  private static func decode(_ text: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableRawBufferPointer) -> Bool {
    guard text.count % 4 != 1, let start = text.baseAddress else { return text.isEmpty }
    guard let target = bytes.baseAddress else { return false }
    let source = UnsafeRawPointer(start)
    var (read, written) = (0, 0)
    var block = Base64URLBlock()
    for _ in 0..<text.count / Base64URLBlock.characters {
      block.decode(source + read, into: target + written)
      read &+= Base64URLBlock.characters
      written &+= Base64URLBlock.bytes
    }
    guard block.isValid else { return false }
    var (bits, count): (UInt32, UInt32) = (0, 0)
    while read < text.count {
      guard let value = value(of: text[read]) else { return false }
      bits = bits << 6 | UInt32(value)
      count += 6
      read += 1
      if count >= 8 {
        count -= 8
        target.storeBytes(of: UInt8(truncatingIfNeeded: bits >> count), toByteOffset: written, as: UInt8.self)
        written += 1
      }
    }
    return bits & (1 << count - 1) == 0
  }

  /// Returns the six-bit value of a character; nil if it is not in the alphabet.
  private static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }

  /// Returns the error of a text that is not base64url: the first character outside the alphabet, or else the text's
  /// end.
  private static func firstError(in text: UnsafeBufferPointer<UInt8>) -> Base64URLError {
    switch text.first(where: { value(of: $0) == nil }) {
    case nil: text.count % 4 == 1 ? .impossibleLength : .nonzeroTrailingBits
    case UInt8(ascii: "="): .padding
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): .whitespace
    case UInt8(ascii: "+"), UInt8(ascii: "/"): .standardAlphabet
    default: .invalidCharacter
    }
  }
}
