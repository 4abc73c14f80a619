/// A SHA-256 digest, such as what is kept of a token instead of the token itself.
public struct SHA256Hash: Hashable, Sendable {
  /// The 32 bytes.
  public let bytes: [UInt8]

  /// The digest of these bytes.
  public init(of bytes: some Collection<UInt8>) {
    self.bytes =
      bytes.withContiguousStorageIfAvailable { sha256($0) } ?? Array(bytes).withUnsafeBufferPointer { sha256($0) }
  }

  /// The digest of a text in UTF-8.
  public init(of text: String) {
    self.init(of: Array(text.utf8))
  }

  /// The bytes as 64 lower-case hexadecimal digits.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

extension SHA256Hash: CustomStringConvertible {
  /// The same as ``hexadecimal``.
  public var description: String { hexadecimal }
}

extension SHA256Hash {
  /// A digest whose bytes were stored.
  package init(stored bytes: [UInt8]) {
    self.bytes = bytes
  }
}
