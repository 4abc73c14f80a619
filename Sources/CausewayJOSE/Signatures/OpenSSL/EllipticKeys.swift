internal import COpenSSL

/// A key on an elliptic curve that verifies ECDSA.
struct EllipticPublicKey: Sendable {
  let curve: EllipticCurve
  private let verifier: EVPVerifier

  /// Creates a key from its point; nil if the point is not on the curve.
  ///
  /// - Parameters:
  ///   - x: Big-endian, with ``EllipticCurve/coordinateLength`` bytes.
  ///   - y: Big-endian, with ``EllipticCurve/coordinateLength`` bytes.
  init?(_ curve: EllipticCurve, x: [UInt8], y: [UInt8], digest: MessageDigest) {
    let uncompressed: [UInt8] = [4] + x + y
    let key = uncompressed.withUnsafeBufferPointer { point in
      EVPKey.publicKey("EC") { parameters in
        parameters.add("group", text: curve.openSSLName) && parameters.add("pub", bytes: point)
      }
    }
    guard let key, key.isPublicHalfInOrder, let verifier = EVPVerifier(key, digest) else { return nil }
    self.curve = curve
    self.verifier = verifier
  }

  /// Returns whether a signature in JOSE's format (r followed by s) is valid for the bytes. Converts the signature to DER,
  /// because OpenSSL accepts no other format.
  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let signature = ECDSASignature(raw: signature, curve) else { return false }
    return signature.withDER { verifier.accepts($0, of: bytes) }
  }
}

/// A key on an elliptic curve that signs with ECDSA.
struct EllipticPrivateKey: Sendable {
  let curve: EllipticCurve
  private let key: EVPKey

  /// Creates a key; nil if ``EllipticCurve`` does not contain its curve.
  init?(_ key: EVPKey) {
    guard let curve = EllipticCurve.allCases.first(where: { key.groupName == "\($0.openSSLName)" }) else { return nil }
    self.init(curve, key)
  }

  private init(_ curve: EllipticCurve, _ key: EVPKey) {
    self.curve = curve
    self.key = key
  }

  static func generate(_ curve: EllipticCurve) throws(SigningKeyError) -> EllipticPrivateKey {
    EllipticPrivateKey(
      curve,
      try EVPKey.generate("EC") { context in
        curve.openSSLName.withUTF8Buffer {
          EVP_PKEY_CTX_set_group_name(context, String(decoding: $0, as: UTF8.self)) == 1
        }
      })
  }

  func signature(of bytes: [UInt8], _ digest: MessageDigest) throws(SigningKeyError) -> [UInt8] {
    guard let raw = ECDSASignature(der: try key.signature(of: bytes, digest), curve)?.raw else { throw .libraryFailed }
    return raw
  }

  /// Returns the coordinates of the public point, big-endian, each with ``EllipticCurve/coordinateLength`` bytes.
  func point() throws(SigningKeyError) -> (x: [UInt8], y: [UInt8]) {
    (
      try key.number(OSSL_PKEY_PARAM_EC_PUB_X, count: curve.coordinateLength),
      try key.number(OSSL_PKEY_PARAM_EC_PUB_Y, count: curve.coordinateLength)
    )
  }

  func pem() -> String? { PrivateKeyFile.write(key) }
}
