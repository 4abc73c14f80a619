/// The parser of the line before a chunk (RFC 9112 section 7.1).
enum ChunkSize {
  /// Returns the size of a chunk. Extensions must be well-formed; they are then ignored, as the RFC requires.
  static func read(_ line: [UInt8]) throws(RequestFault) -> Int {
    let digits = line.prefix { $0.hexadecimalDigit != nil }
    // 15 hexadecimal digits fit into an `Int`, and no body is longer.
    guard !digits.isEmpty, digits.count <= 15, isExtensions(line[digits.endIndex...]) else { throw .malformed(.chunk) }
    return digits.reduce(0) { $0 << 4 | Int($1.hexadecimalDigit ?? 0) }
  }

  /// Returns whether a text is `*( ";" name [ "=" value ] )`. White space is refused, because the RFC allows it only
  /// from "bad" senders.
  private static func isExtensions(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while !rest.isEmpty {
      guard rest.removeFirst() == UInt8(ascii: ";"), skipToken(&rest) else { return false }
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst()
      guard rest.first == UInt8(ascii: "\"") ? skipQuotedString(&rest) : skipToken(&rest) else { return false }
    }
    return true
  }

  private static func skipToken(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = rest.prefix(while: \.isTokenCharacter).count
    rest = rest.dropFirst(count)
    return count > 0
  }

  private static func skipQuotedString(_ rest: inout ArraySlice<UInt8>) -> Bool {
    rest = rest.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return true }
      if byte == UInt8(ascii: "\\"), rest.popFirst() == nil { return false }
    }
    return false
  }
}
