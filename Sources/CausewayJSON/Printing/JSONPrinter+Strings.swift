extension JSONPrinter {
  /// The number of bytes that ``print(quoted:)`` may write beyond those of the plain text: an escape, a word of eight
  /// bytes, and the quotation mark.
  private static let slack = 24

  /// Prints a string in quotation marks.
  mutating func print(quoted string: String) {
    string.withBytes { text in
      output.reserve(text.count &+ Self.slack)
      output.appendUnchecked(UInt8(ascii: "\""))
      if style == .scriptSafe {
        print(escapedForScripts: text)
      } else {
        print(escaped: text)
      }
      output.appendUnchecked(UInt8(ascii: "\""))
    }
  }

  /// Prints eight bytes at once, up to the first that must be escaped. The caller must have reserved memory for the
  /// unescaped text and for ``slack``; the method reserves more for each escape.
  @inline(__always)
  private mutating func print(escaped text: UnsafeBufferPointer<UInt8>) {
    let memory = UnsafeRawBufferPointer(text)
    var offset = 0
    while offset &+ 8 <= text.count {
      let word = memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let stops = JSONStringScan.escapes(in: UInt64(littleEndian: word))
      if stops == 0 {
        output.appendUnchecked(word, length: 8)
        offset &+= 8
        continue
      }
      let run = stops.trailingZeroBitCount &>> 3
      // This call writes all eight bytes but counts only `run` of them. Later writes overwrite the others.
      output.appendUnchecked(word, length: run)
      offset &+= run
      printEscape(text[offset])
      offset &+= 1
      output.reserve(text.count &- offset &+ Self.slack)
    }
    while offset < text.count {
      let byte = text[offset]
      offset &+= 1
      if JSONStringScan.isEscape(byte) {
        printEscape(byte)
        output.reserve(text.count &- offset &+ Self.slack)
      } else {
        output.appendUnchecked(byte)
      }
    }
  }

  /// Prints a text and also escapes `<`, U+2028 and U+2029. This style is for the scripts of a page, which are few, so
  /// the method reads one byte at a time.
  @inline(never)
  private mutating func print(escapedForScripts text: UnsafeBufferPointer<UInt8>) {
    var offset = 0
    while offset < text.count {
      let byte = text[offset]
      // U+2028 and U+2029 are E2 80 A8 and E2 80 A9. A first byte E2 has two bytes after it, because text is UTF-8.
      if byte == 0xE2, text[offset + 1] == 0x80, text[offset + 2] & 0xFE == 0xA8 {
        output.append(text[offset + 2] == 0xA8 ? "\\u2028" : "\\u2029")
        offset &+= 3
      } else {
        output.reserve(2)
        if JSONStringScan.isEscape(byte) || byte == UInt8(ascii: "<") {
          printEscape(byte)
        } else {
          output.append(byte)
        }
        offset &+= 1
      }
    }
    output.reserve(1)  // for the quotation mark
  }

  /// Prints the escape of a byte. There must be memory for two bytes.
  @inline(__always)
  private mutating func printEscape(_ byte: UInt8) {
    // Test for these two first, because nearly all escapes in texts are one of them.
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      output.appendUnchecked(UInt8(ascii: "\\"))
      output.appendUnchecked(byte)
    } else {
      printRareEscape(byte)
    }
  }

  @inline(never)
  private mutating func printRareEscape(_ byte: UInt8) {
    switch byte {
    case 0x08: output.append("\\b")
    case 0x09: output.append("\\t")
    case 0x0A: output.append("\\n")
    case 0x0C: output.append("\\f")
    case 0x0D: output.append("\\r")
    default:
      output.append("\\u00")
      output.append(Self.hexDigit(byte &>> 4))
      output.append(Self.hexDigit(byte & 0xF))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}
