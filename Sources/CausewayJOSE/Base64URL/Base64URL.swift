/// The variant of base64url that JOSE uses (RFC 7515, section 2): the alphabet with `-` and `_`, without padding.
///
/// Each sequence of bytes has exactly one text: if ``decode(_:)`` accepts a text, ``encode(_:)`` returns the same text.
public enum Base64URL {
  /// Encodes bytes as base64url.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let encoded =
      bytes.withContiguousStorageIfAvailable { Base64URLEncoder.encode($0) }
      ?? Array(bytes).withUnsafeBufferPointer { Base64URLEncoder.encode($0) }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Decodes a base64url text.
  ///
  /// - Throws: ``Base64URLError`` for every text that ``encode(_:)`` does not write.
  public static func decode(_ text: String) throws(Base64URLError) -> [UInt8] {
    var text = text
    let result = text.withUTF8 { bytes in Result { () throws(Base64URLError) in try decode(bytes) } }
    return try result.get()
  }

  /// Decodes the UTF-8 bytes of a base64url text.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(Base64URLError) -> [UInt8] {
    try Base64URLDecoder.decode(text)
  }
}
