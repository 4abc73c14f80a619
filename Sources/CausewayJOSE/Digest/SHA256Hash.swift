/// A SHA-256 digest, for example to remember a token without storing the token itself.
public struct SHA256Hash: Hashable, Sendable {
  /// The digest's 32 bytes.
  public let bytes: [UInt8]

  /// Computes the digest of bytes.
  public init(of bytes: some Collection<UInt8>) {
    self.bytes =
      bytes.withContiguousStorageIfAvailable { sha256($0) } ?? Array(bytes).withUnsafeBufferPointer { sha256($0) }
  }

  /// Computes the digest of a text in UTF-8.
  public init(of text: String) {
    self.init(of: Array(text.utf8))
  }

  /// The digest as 64 lower-case hexadecimal digits.
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
  /// Creates a digest from its 32 stored bytes.
  package init(stored bytes: [UInt8]) {
    self.bytes = bytes
  }
}
