/// base64url as JOSE uses it (RFC 7515, section 2): the alphabet with `-` and `_`, without padding.
///
/// For each sequence of bytes there is one text and no other: what ``decode(_:)`` takes, ``encode(_:)`` gives again.
public enum Base64URL {
  /// The text of these bytes.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let encoded =
      bytes.withContiguousStorageIfAvailable { Base64URLEncoder.encode($0) }
      ?? Array(bytes).withUnsafeBufferPointer { Base64URLEncoder.encode($0) }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The bytes of this text.
  ///
  /// - Throws: ``Base64URLError`` for whatever ``encode(_:)`` does not write.
  public static func decode(_ text: String) throws(Base64URLError) -> [UInt8] {
    var text = text
    let result = text.withUTF8 { bytes in Result { () throws(Base64URLError) in try decode(bytes) } }
    return try result.get()
  }

  /// The bytes of a text in memory.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(Base64URLError) -> [UInt8] {
    try Base64URLDecoder.decode(text)
  }
}
