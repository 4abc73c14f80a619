/// Collects the bytes of a line that ends with CR LF, one by one.
///
/// RFC 9112 section 2.2 lets a server take a bare LF for the end of a line. A proxy in front may not, and would then see
/// other requests than the server, so a bare LF is refused, and a bare CR as well.
struct LineReader: Hashable, Sendable {
  private var bytes: [UInt8] = []
  private var hasCarriageReturn = false

  /// How many bytes of the line there are, without its end.
  var count: Int { bytes.count }

  var isEmpty: Bool { bytes.isEmpty && !hasCarriageReturn }

  /// Takes a byte.
  /// - Returns: The line without its end, if the byte was the last.
  mutating func read(_ byte: UInt8) throws(RequestFault) -> [UInt8]? {
    if hasCarriageReturn {
      guard byte == .lineFeed else { throw .malformed(.lineEnd) }
      defer { self = LineReader() }
      return bytes
    }
    switch byte {
    case .carriageReturn: hasCarriageReturn = true
    case .lineFeed: throw .malformed(.lineEnd)
    case 0x20...0x7e, 0x80...0xff, .tab: bytes.append(byte)
    default: throw .malformed(.controlCharacter)
    }
    return nil
  }
}
