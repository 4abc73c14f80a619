#if os(Linux)
import COpenSSL
import CausewayJOSE

/// The verification of a signature with OpenSSL alone. The signed text, the signature in OpenSSL's format and the key
/// are prepared in advance.
final class BareVerification {
  private let key: OpaquePointer
  /// A context that `EVP_DigestVerifyInit` has prepared.
  private let prepared: OpaquePointer
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// Prepares the verification of a compact JWS that was signed with `key`.
  init(_ text: String, signedBy key: SigningKey) throws {
    guard let pem = key.pem(), let dot = text.lastIndex(of: ".") else { throw BenchError.noFigure("a key's file") }
    let opened = try Self.key(Array(pem.utf8))
    guard let prepared = EVP_MD_CTX_new(), EVP_DigestVerifyInit(prepared, nil, EVP_sha256(), nil, opened) == 1 else {
      throw BenchError.noFigure("a prepared context")
    }
    (self.key, self.prepared) = (opened, prepared)
    signed = Array(text[..<dot].utf8)
    let raw = try Base64URL.decode(String(text[text.index(after: dot)...]))
    signature = key.algorithm == .es256 ? Self.der(raw) : raw
  }

  deinit {
    EVP_MD_CTX_free(prepared)
    EVP_PKEY_free(key)
  }

  /// Verifies the signature once, as OpenSSL's manual shows it: with a new context and one call of `EVP_DigestVerify`.
  func verify() throws {
    try verify { EVP_DigestVerifyInit($0, nil, EVP_sha256(), nil, key) }
  }

  /// Verifies the signature once with a copy of the prepared context, as CausewayJOSE does.
  func verifyPrepared() throws {
    try verify { EVP_MD_CTX_copy_ex($0, prepared) }
  }

  private func verify(beginning: (OpaquePointer?) -> Int32) throws {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    guard beginning(context) == 1,
      EVP_DigestVerify(context, signature, signature.count, signed, signed.count) == 1
    else { throw BenchError.noFigure("a signature by OpenSSL alone") }
  }

  private static func key(_ pem: [UInt8]) throws -> OpaquePointer {
    let key = pem.withUnsafeBufferPointer { bytes in
      let file = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count))
      defer { BIO_free(file) }
      return PEM_read_bio_PrivateKey(file, nil, nil, nil)
    }
    guard let key else { throw BenchError.noFigure("a key's file") }
    return key
  }

  /// Converts a signature of two 32-byte numbers to DER, the format that OpenSSL requires.
  private static func der(_ raw: [UInt8]) -> [UInt8] {
    let signature = ECDSA_SIG_new()
    defer { ECDSA_SIG_free(signature) }
    ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, nil), BN_bin2bn(Array(raw.dropFirst(32)), 32, nil))
    var der = [UInt8](repeating: 0, count: 72)
    let count = der.withUnsafeMutableBufferPointer { bytes in
      var end = bytes.baseAddress
      return i2d_ECDSA_SIG(signature, &end)
    }
    return Array(der.prefix(Int(count)))
  }
}
#endif
