internal import COpenSSL

extension PrivateKeyFile {
  /// Parses a private key in PKCS#8 and PEM.
  static func read(_ pem: String) throws(SigningKeyError) -> PrivateKeyFile {
    guard let key = key(pem) else { throw .notPKCS8 }
    if EVP_PKEY_is_a(key.pointer, "RSA") == 1 { return .rsa(RSAPrivateKey(key)) }
    guard EVP_PKEY_is_a(key.pointer, "EC") == 1, let key = EllipticPrivateKey(key) else { throw .unknownKind }
    return .elliptic(key)
  }

  /// Writes a key in PKCS#8 and PEM, without a password; nil if the library fails.
  static func write(_ key: EVPKey) -> String? {
    withOwnErrors {
      guard let file = BIO_new(BIO_s_mem()) else { return nil }
      defer { BIO_free(file) }
      guard PEM_write_bio_PKCS8PrivateKey(file, key.pointer, nil, nil, 0, nil, nil) == 1 else { return nil }
      var text = [UInt8](repeating: 0, count: BIO_ctrl_pending(file))
      guard BIO_read(file, &text, Int32(text.count)) == text.count else { return nil }
      return String(decoding: text, as: UTF8.self)
    }
  }

  private static func key(_ pem: String) -> EVPKey? {
    withOwnErrors {
      var pem = pem
      return pem.withUTF8 { bytes in
        guard let file = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
        defer { BIO_free(file) }
        // This callback gives no password. Without it, OpenSSL would ask for an encrypted key's password on the
        // terminal.
        return PEM_read_bio_PrivateKey(file, nil, { _, _, _, _ in -1 }, nil).map { EVPKey(owning: $0) }
      }
    }
  }
}
