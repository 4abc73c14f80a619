/// A token that a document's script world sends with each message: at least 122 random bits, as 32 hexadecimal digits.
struct FrameToken: Hashable {
  /// The number of digits. Each digit is one byte.
  static let length = 32

  /// The digits, as ASCII.
  private let words: SIMD4<UInt64>

  /// Reads the token at the start of a text; nil if the text has fewer than ``length`` bytes.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count >= Self.length, let start = text.baseAddress else { return nil }
    words = UnsafeRawPointer(start).loadUnaligned(as: SIMD4<UInt64>.self)
  }

  /// Reads a token from a string; nil if the string does not have ``length`` bytes.
  init?(_ text: String) {
    var text = text
    guard let token = text.withUTF8({ $0.count == Self.length ? FrameToken($0) : nil }) else { return nil }
    self = token
  }

  /// Returns the digits of a new token.
  static func makeDigits() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
