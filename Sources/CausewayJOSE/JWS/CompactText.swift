import Foundation

/// The text of a compact JWS, with the positions of its parts.
struct CompactText: Sendable {
  /// The text, in contiguous UTF-8.
  private let text: String
  /// The offset of the first dot, in bytes.
  private let firstDot: Int
  private let secondDot: Int
  private let count: Int

  init(_ text: String, maximumBytes: Int) throws(JWSError) {
    guard text.utf8.count <= maximumBytes else { throw .tooLong(maximumBytes: maximumBytes) }
    var text = text
    text.makeContiguousUTF8()
    let dots = text.withUTF8(Self.dots)
    guard dots.count == 2 else { throw .wrongNumberOfParts(dots.count + 1) }
    (self.text, firstDot, secondDot, count) = (text, dots[0], dots[1], text.utf8.count)
  }

  /// Returns the offsets of all dots.
  private static func dots(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var dots: [Int] = []
    guard let start = bytes.baseAddress else { return dots }
    var offset = 0
    while let dot = memchr(start + offset, Int32(UInt8(ascii: ".")), bytes.count - offset) {
      let place = UnsafeRawPointer(start).distance(to: dot)
      dots.append(place)
      offset = place + 1
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
