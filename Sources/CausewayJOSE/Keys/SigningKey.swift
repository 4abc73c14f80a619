/// A key that signs with one algorithm.
public struct SigningKey: Sendable {
  private enum Material {
    case secret(MessageAuthenticationKey)
    case rsa(RSAPrivateKey)
    case elliptic(EllipticPrivateKey)
  }

  /// The algorithm of the signatures.
  public let algorithm: JWSAlgorithm
  /// The key's identifier, which each header contains as `kid`.
  public var keyID: String?
  private let material: Material

  /// Creates a key for HS256. RFC 7518 demands a secret of 32 bytes or more.
  public static func hs256(secret: some Collection<UInt8>, keyID: String? = nil) -> SigningKey {
    SigningKey(algorithm: .hs256, keyID: keyID, material: .secret(MessageAuthenticationKey(Array(secret))))
  }

  /// Generates a key: RSA of 2048 bits for RS256, a point on the algorithm's curve for ECDSA.
  ///
  /// - Throws: ``SigningKeyError/notGenerated`` for HS256; ``SigningKeyError/libraryFailed``.
  public static func generate(_ algorithm: JWSAlgorithm, keyID: String? = nil) throws(SigningKeyError) -> SigningKey {
    let material: Material =
      switch algorithm.keyKind {
      case .secret: throw .notGenerated
      case .rsa: .rsa(try RSAPrivateKey.generate(bits: 2048))
      case .elliptic(let curve): .elliptic(try EllipticPrivateKey.generate(curve))
      }
    return SigningKey(algorithm: algorithm, keyID: keyID, material: material)
  }

  /// Parses a private key in PKCS#8 and PEM, without a password.
  ///
  /// - Throws: ``SigningKeyError``.
  public init(pem: String, keyID: String? = nil) throws(SigningKeyError) {
    guard pem.hasPrefix("-----BEGIN PRIVATE KEY-----") else { throw .notPKCS8 }
    self.keyID = keyID
    switch try PrivateKeyFile.read(pem) {
    case .rsa(let key):
      (algorithm, material) = (KeyKind.rsa.algorithm, .rsa(key))
      try Self.check(try key.numbers())
    case .elliptic(let key): (algorithm, material) = (KeyKind.elliptic(key.curve).algorithm, .elliptic(key))
    }
  }

  private init(algorithm: JWSAlgorithm, keyID: String?, material: Material) {
    self.algorithm = algorithm
    self.keyID = keyID
    self.material = material
  }

  /// Returns the private key in PKCS#8 and PEM, without a password; nil for HS256. Store the text where no other user
  /// can read it.
  public func pem() -> String? {
    switch material {
    case .secret: nil
    case .rsa(let key): key.pem()
    case .elliptic(let key): key.pem()
    }
  }

  /// Returns the public key, for publication; nil for HS256, which has no public key.
  public func publicKey() -> JSONWebKey? {
    let numbers: JSONWebKey.Material? =
      switch material {
      case .secret: nil
      case .rsa(let key): (try? key.numbers()).map { .rsa(modulus: $0.modulus, exponent: $0.exponent) }
      case .elliptic(let key): (try? key.point()).map { .elliptic(key.curve, x: $0.x, y: $0.y) }
      }
    return numbers.map { JSONWebKey($0, algorithm, keyID: keyID) }
  }

  /// Signs a payload, and returns the compact JWS. The header has the algorithm, ``keyID`` and `type`.
  ///
  /// - Throws: ``SigningKeyError/emptySecret``; ``SigningKeyError/libraryFailed``.
  public func sign(_ payload: some Collection<UInt8>, type: String? = nil) throws(SigningKeyError) -> String {
    let header = JWSHeader(algorithm: algorithm, keyID: keyID, type: type)
    let signed = "\(Base64URL.encode(header.json)).\(Base64URL.encode(payload))"
    return "\(signed).\(Base64URL.encode(try signature(of: Array(signed.utf8))))"
  }

  package func signature(of bytes: [UInt8]) throws(SigningKeyError) -> [UInt8] {
    switch material {
    case .secret(let key):
      guard !key.isEmpty else { throw .emptySecret }
      return try key.code(of: bytes)
    case .rsa(let key): return try key.signature(of: bytes, algorithm.digest)
    case .elliptic(let key): return try key.signature(of: bytes, algorithm.digest)
    }
  }

  private static func check(_ numbers: (modulus: [UInt8], exponent: [UInt8])) throws(SigningKeyError) {
    do throws(JSONWebKeyError) {
      try RSARules.check(modulus: numbers.modulus, exponent: numbers.exponent)
    } catch {
      if case .rsaKeyTooSmall = error { throw .rsaKeyTooSmall }
      throw .unusableRSAKey
    }
  }
}

extension SigningKey: Redacted {
  /// The algorithm and the key's identifier, never the key itself.
  public var description: String {
    keyID.map { "SigningKey(\(algorithm.rawValue), \($0))" } ?? "SigningKey(\(algorithm.rawValue))"
  }
}
