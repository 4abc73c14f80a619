extension JSONPrinter {
  /// Prints a string in quotation marks.
  mutating func print(quoted string: String) {
    bytes.append(UInt8(ascii: "\""))
    string.withBytes { print(escaped: $0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Prints runs of plain bytes at once, and escapes the bytes between them.
  private mutating func print(escaped text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress else { return }
    var runStart = 0
    var offset = 0
    while true {
      offset = nextStop(in: text, from: offset)
      guard offset < text.count else { break }
      let length = lengthToEscape(at: offset, in: text)
      if length == 0 {
        offset &+= 1
        continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(start: start + runStart, count: offset - runStart))
      printEscape(at: offset, in: text)
      offset &+= length
      runStart = offset
    }
    bytes.append(contentsOf: UnsafeBufferPointer(start: start + runStart, count: text.count - runStart))
  }

  /// Returns the offset of the next byte from `start` on that may need an escape, or the end.
  @inline(__always)
  private func nextStop(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var offset = start
    if style == .scriptSafe {
      while offset < text.count, !JSONStringScan.isEscape(text[offset]),
        text[offset] != UInt8(ascii: "<"), text[offset] != 0xE2
      { offset &+= 1 }
      return offset
    }
    let memory = UnsafeRawBufferPointer(text)
    while offset &+ 8 <= text.count {
      let word = UInt64(littleEndian: memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let stops = JSONStringScan.escapes(in: word)
      if stops != 0 { return offset &+ stops.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < text.count, !JSONStringScan.isEscape(text[offset]) { offset &+= 1 }
    return offset
  }

  /// Returns the number of bytes of the character at `offset` if it must be escaped; otherwise 0.
  @inline(__always)
  private func lengthToEscape(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    switch text[offset] {
    case 0x00...0x1F, UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
    case UInt8(ascii: "<"): style == .scriptSafe ? 1 : 0
    // U+2028 and U+2029 are E2 80 A8 and E2 80 A9.
    case 0xE2 where style == .scriptSafe: text[offset + 1] == 0x80 && text[offset + 2] & 0xFE == 0xA8 ? 3 : 0
    default: 0
    }
  }

  private mutating func printEscape(at offset: Int, in text: UnsafeBufferPointer<UInt8>) {
    switch text[offset] {
    case UInt8(ascii: "\""): print(literal: "\\\"")
    case UInt8(ascii: "\\"): print(literal: "\\\\")
    case 0x08: print(literal: "\\b")
    case 0x09: print(literal: "\\t")
    case 0x0A: print(literal: "\\n")
    case 0x0C: print(literal: "\\f")
    case 0x0D: print(literal: "\\r")
    case 0xE2: print(literal: text[offset + 2] == 0xA8 ? "\\u2028" : "\\u2029")
    case let byte:
      print(literal: "\\u00")
      bytes.append(Self.hexDigit(byte &>> 4))
      bytes.append(Self.hexDigit(byte & 0xF))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
  }
}
