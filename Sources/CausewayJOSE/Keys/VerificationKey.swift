/// A key that verifies signatures by one algorithm. It is prepared once and verifies any number of times, on any thread.
public struct VerificationKey: Sendable {
  private enum Material {
    case secret(MessageAuthenticationKey)
    case rsa(RSAPublicKey)
    case p256(P256PublicKey)
  }

  /// The one algorithm of this key. A header that names another is refused, so that no public key ever becomes the secret
  /// of an HMAC.
  public let algorithm: JWSAlgorithm
  private let material: Material

  /// The key for HS256 with this secret, which RFC 7518 wants to have 32 bytes or more.
  public static func hs256(secret: some Collection<UInt8>) -> VerificationKey {
    VerificationKey(algorithm: .hs256, material: .secret(MessageAuthenticationKey(Array(secret))))
  }

  /// The key of a JWK.
  ///
  /// - Throws: ``JSONWebKeyError`` if the key is not for signatures by a known algorithm, or no good key: see
  ///   ``JSONWebKeyError/rsaKeyTooSmall(bits:)``, ``JSONWebKeyError/pointNotOnCurve``.
  public init(_ key: JSONWebKey) throws(JSONWebKeyError) {
    try key.checkUse()
    switch key.material {
    case .rsa(let modulus, let exponent):
      guard let key = RSAPublicKey(modulus: modulus, exponent: exponent) else { throw .refusedByLibrary }
      self.init(algorithm: .rs256, material: .rsa(key))
    case .p256(let x, let y):
      guard let key = P256PublicKey(x: x, y: y) else { throw .pointNotOnCurve }
      self.init(algorithm: .es256, material: .p256(key))
    }
  }

  private init(algorithm: JWSAlgorithm, material: Material) {
    self.algorithm = algorithm
    self.material = material
  }

  /// How many bytes each signature has.
  var signatureLength: Int {
    switch material {
    case .secret: 32
    case .rsa(let key): key.signatureLength
    case .p256: 64
    }
  }

  /// Whether it is a secret of no bytes.
  var isEmpty: Bool {
    if case .secret(let key) = material { key.isEmpty } else { false }
  }

  /// Whether this is the signature of these bytes, in the form of JOSE.
  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch material {
    case .secret(let key): key.accepts(signature, of: bytes)
    case .rsa(let key): key.accepts(signature, of: bytes)
    case .p256(let key): key.accepts(signature, of: bytes)
    }
  }
}

extension VerificationKey: Redacted {
  /// The algorithm alone.
  public var description: String { "VerificationKey(\(algorithm.rawValue))" }
}
