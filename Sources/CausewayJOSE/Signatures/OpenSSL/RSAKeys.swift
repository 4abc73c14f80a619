internal import COpenSSL

/// An RSA key that verifies RSASSA-PKCS1-v1_5.
struct RSAPublicKey: Sendable {
  private let verifier: EVPVerifier
  let signatureLength: Int

  /// Creates a key from its modulus and public exponent; nil if OpenSSL refuses them.
  ///
  /// - Parameters:
  ///   - modulus: Big-endian.
  ///   - exponent: Big-endian.
  init?(modulus: [UInt8], exponent: [UInt8], digest: MessageDigest) {
    let key = EVPKey.publicKey("RSA") { parameters in
      parameters.add("n", number: modulus) && parameters.add("e", number: exponent)
    }
    guard let key, let verifier = EVPVerifier(key, digest) else { return nil }
    self.verifier = verifier
    signatureLength = modulus.count
  }

  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    signature.withUnsafeBufferPointer { verifier.accepts($0, of: bytes) }
  }
}

/// An RSA key that signs with RSASSA-PKCS1-v1_5.
struct RSAPrivateKey: Sendable {
  private let key: EVPKey

  init(_ key: EVPKey) {
    self.key = key
  }

  static func generate(bits: Int32) throws(SigningKeyError) -> RSAPrivateKey {
    RSAPrivateKey(try EVPKey.generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, bits) == 1 })
  }

  func signature(of bytes: [UInt8], _ digest: MessageDigest) throws(SigningKeyError) -> [UInt8] {
    try key.signature(of: bytes, digest)
  }

  /// Returns the modulus and the public exponent, big-endian.
  func numbers() throws(SigningKeyError) -> (modulus: [UInt8], exponent: [UInt8]) {
    (try key.number(OSSL_PKEY_PARAM_RSA_N), try key.number(OSSL_PKEY_PARAM_RSA_E))
  }

  func pem() -> String? { PrivateKeyFile.write(key) }
}
