import Foundation

/// The text of a compact JWS, with the positions of its parts.
struct CompactText: Sendable {
  /// The text, in contiguous UTF-8.
  private let text: String
  /// The offset of the first dot, in bytes.
  private let firstDot: Int
  private let secondDot: Int
  private let count: Int
  /// The maximum length of the header's part, in bytes. The header is parsed before the signature is checked, and its
  /// values need several times as much memory as its text.
  static let maximumHeaderBytes = 16 << 10

  init(_ text: String, maximumBytes: Int) throws(JWSError) {
    guard text.utf8.count <= maximumBytes else { throw .tooLong(maximumBytes: maximumBytes) }
    var text = text
    text.makeContiguousUTF8()
    let dots = text.withUTF8(Self.dots)
    guard dots.count == 2 else { throw .wrongNumberOfParts(dots.count + 1) }
    guard dots.first <= Self.maximumHeaderBytes else { throw .headerTooLong(maximumBytes: Self.maximumHeaderBytes) }
    (self.text, firstDot, secondDot, count) = (text, dots.first, dots.second, text.utf8.count)
  }

  /// Returns the offsets of the first two dots, and the number of all dots.
  private static func dots(_ bytes: UnsafeBufferPointer<UInt8>) -> (first: Int, second: Int, count: Int) {
    var dots = (first: 0, second: 0, count: 0)
    guard let start = bytes.baseAddress else { return dots }
    var offset = 0
    while let dot = memchr(start + offset, Int32(UInt8(ascii: ".")), bytes.count - offset) {
      let position = UnsafeRawPointer(start).distance(to: dot)
      if dots.count == 0 { dots.first = position }
      if dots.count == 1 { dots.second = position }
      dots.count += 1
      offset = position + 1
    }
    return dots
  }

  /// Decodes a part from base64url.
  func decoded(_ part: JWSError.Part) throws(JWSError) -> [UInt8] {
    let range =
      switch part {
      case .header: 0..<firstDot
      case .payload: firstDot + 1..<secondDot
      case .signature: secondDot + 1..<count
      }
    let result = withBytes { bytes in
      Result { () throws(Base64URLError) in
        try Base64URL.decode(UnsafeBufferPointer(rebasing: bytes[range]))
      }
    }
    do throws(Base64URLError) {
      return try result.get()
    } catch {
      throw .notBase64URL(part, error)
    }
  }

  /// Calls `body` with the signed bytes: header and payload with the dot between them.
  func withSigned<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    withBytes { body(UnsafeBufferPointer(rebasing: $0[..<secondDot])) }
  }

  private func withBytes<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
    var text = text
    return text.withUTF8(body)
  }
}
