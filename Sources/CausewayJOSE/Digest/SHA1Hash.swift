/// A SHA-1 digest, which proves nothing any more. The handshake of WebSockets (RFC 6455 section 4.2.2) still requires it, only
/// as a sign that the server knows the protocol.
package struct SHA1Hash: Hashable, Sendable {
  /// The digest's 20 bytes.
  package let bytes: [UInt8]

  /// Computes the digest of a text in UTF-8.
  package init(of text: String) {
    bytes = Array(text.utf8).withUnsafeBufferPointer { sha1($0) }
  }
}
