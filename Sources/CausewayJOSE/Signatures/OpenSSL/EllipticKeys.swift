internal import COpenSSL

/// A key on P-256 that verifies ECDSA with SHA-256.
struct P256PublicKey: Sendable {
  private let verifier: EVPVerifier

  /// Creates a key from its point; nil if the point is not on the curve.
  ///
  /// - Parameters:
  ///   - x: Big-endian, 32 bytes.
  ///   - y: The same.
  init?(x: [UInt8], y: [UInt8]) {
    let uncompressed: [UInt8] = [4] + x + y
    let key = uncompressed.withUnsafeBufferPointer { point in
      EVPKey.publicKey("EC") { parameters in
        parameters.add("group", text: "prime256v1") && parameters.add("pub", bytes: point)
      }
    }
    guard let key, key.isPublicHalfInOrder, let verifier = EVPVerifier(key) else { return nil }
    self.verifier = verifier
  }

  /// Verifies a signature in JOSE's format, one number after the other, which OpenSSL needs in DER.
  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let signature = ECDSASignature(raw: signature) else { return false }
    return signature.withDER { verifier.accepts($0, of: bytes) }
  }
}

/// A key on P-256 that signs with ECDSA and SHA-256.
struct P256PrivateKey: Sendable {
  private let key: EVPKey

  init(_ key: EVPKey) {
    self.key = key
  }

  static func generate() throws(SigningKeyError) -> P256PrivateKey {
    P256PrivateKey(try EVPKey.generate("EC") { EVP_PKEY_CTX_set_group_name($0, "prime256v1") == 1 })
  }

  func signature(of bytes: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    guard let raw = ECDSASignature(der: try key.signature(of: bytes))?.raw else { throw .libraryFailed }
    return raw
  }

  /// Returns the coordinates of the public point, big-endian, 32 bytes each.
  func point() throws(SigningKeyError) -> (x: [UInt8], y: [UInt8]) {
    (
      try key.number(OSSL_PKEY_PARAM_EC_PUB_X, count: 32), try key.number(OSSL_PKEY_PARAM_EC_PUB_Y, count: 32)
    )
  }

  func pem() -> String? { PrivateKeyFile.write(key) }
}
