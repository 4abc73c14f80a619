/// The first line of a request (RFC 9112 section 3).
struct RequestLine: Hashable, Sendable {
  let method: String
  let target: RequestTarget
  /// The minor version: 0 for HTTP/1.0; 1 for HTTP/1.1 and for later versions, which can be read like it (RFC 9110
  /// section 2.5).
  let minorVersion: Int

  /// Reads the line, without its end.
  init(_ line: [UInt8]) throws(RequestFault) {
    let parts = line.split(separator: UInt8.space, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter) else {
      throw .malformed(.requestLine)
    }
    minorVersion = try Self.minorVersion(parts[2])
    method = String(decoding: parts[0], as: UTF8.self)
    target = try RequestTarget(parts[1])
  }

  private static func minorVersion(_ text: ArraySlice<UInt8>) throws(RequestFault) -> Int {
    let digits = Array(text.dropFirst(5))
    guard text.prefix(5).elementsEqual("HTTP/".utf8), digits.count == 3, digits[0].isDigit,
      digits[1] == UInt8(ascii: "."), digits[2].isDigit
    else { throw .malformed(.requestLine) }
    guard digits[0] == UInt8(ascii: "1") else { throw .unsupportedVersion }
    return digits[2] == UInt8(ascii: "0") ? 0 : 1
  }
}

extension RequestHead.Field {
  /// Reads a line of a head or of trailers, without its end (RFC 9112 section 5). Control characters need no check,
  /// because ``LineReader`` refuses them.
  init(line: [UInt8]) throws(RequestFault) {
    guard let first = line.first, first != .space, first != .tab else { throw .malformed(.foldedLine) }
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    guard name.count < line.count, !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else {
      throw .malformed(.fieldLine)
    }
    let value = line[(name.endIndex + 1)...].trimmed
    self.init(name: String(decoding: name, as: UTF8.self), bytes: Array(value))
  }
}
