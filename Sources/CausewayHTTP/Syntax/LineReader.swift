/// A parser that collects the bytes of a line up to CR LF.
///
/// RFC 9112 section 2.2 allows a server to accept a bare LF as the end of a line. A proxy in front of the server may
/// not accept it, and would then see different requests than the server does. Therefore a bare LF is refused, and a
/// bare CR as well.
struct LineReader: Hashable, Sendable {
  private var bytes: [UInt8] = []
  private var hasCarriageReturn = false

  /// The number of bytes of the line so far, without its end.
  var count: Int { bytes.count }

  var isEmpty: Bool { bytes.isEmpty && !hasCarriageReturn }

  /// Reads a byte.
  /// - Returns: the line without its end, if this byte completes it.
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
