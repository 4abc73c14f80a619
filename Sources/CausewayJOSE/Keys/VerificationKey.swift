/// A key that verifies signatures with one algorithm. The key is prepared once, and any thread can use it many times.
public struct VerificationKey: Sendable {
  private enum Material {
    case secret(MessageAuthenticationKey)
    case rsa(RSAPublicKey)
    case elliptic(EllipticPublicKey)
  }

  /// The only algorithm of this key. A header with another algorithm is refused, so that a public key can never become
  /// the secret of an HMAC.
  public let algorithm: JWSAlgorithm
  private let material: Material

  /// Creates a key for HS256. RFC 7518 demands a secret of 32 bytes or more.
  public static func hs256(secret: some Collection<UInt8>) -> VerificationKey {
    VerificationKey(algorithm: .hs256, material: .secret(MessageAuthenticationKey(Array(secret))))
  }

  /// Creates a key from a JWK.
  ///
  /// - Throws: ``JSONWebKeyError`` if the key is not for signatures with a known algorithm, or if the key is weak or
  ///   invalid: see ``JSONWebKeyError/rsaKeyTooSmall(bits:)``, ``JSONWebKeyError/pointNotOnCurve``.
  public init(_ key: JSONWebKey) throws(JSONWebKeyError) {
    try key.checkUse()
    algorithm = key.algorithm ?? key.material.kind.algorithm
    let digest = algorithm.digest
    switch key.material {
    case .rsa(let modulus, let exponent):
      guard let key = RSAPublicKey(modulus: modulus, exponent: exponent, digest: digest) else {
        throw .refusedByLibrary
      }
      material = .rsa(key)
    case .elliptic(let curve, let x, let y):
      guard let key = EllipticPublicKey(curve, x: x, y: y, digest: digest) else { throw .pointNotOnCurve }
      material = .elliptic(key)
    }
  }

  private init(algorithm: JWSAlgorithm, material: Material) {
    self.algorithm = algorithm
    self.material = material
  }

  /// The length of every signature, in bytes.
  var signatureLength: Int {
    switch material {
    case .secret: 32
    case .rsa(let key): key.signatureLength
    case .elliptic(let key): 2 * key.curve.coordinateLength
    }
  }

  /// Whether the key is an empty secret.
  var isEmpty: Bool {
    if case .secret(let key) = material { key.isEmpty } else { false }
  }

  /// Returns whether this is the key's signature of the bytes, in JOSE's format.
  func accepts(_ signature: [UInt8], of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch material {
    case .secret(let key): key.accepts(signature, of: bytes)
    case .rsa(let key): key.accepts(signature, of: bytes)
    case .elliptic(let key): key.accepts(signature, of: bytes)
    }
  }
}

extension VerificationKey: Redacted {
  /// The algorithm only, without the key.
  public var description: String { "VerificationKey(\(algorithm.rawValue))" }
}
