import CausewayJSON

/// A public key as a JSON Web Key (RFC 7517): RSA, or EC on a curve of one of ``JWSAlgorithm``.
///
/// The key is well formed. ``VerificationKey`` checks whether the key is strong enough and meant for verification.
public struct JSONWebKey: Hashable, Sendable {
  /// The public key parameters (RFC 7518, section 6).
  enum Material: Hashable, Sendable {
    case rsa(modulus: [UInt8], exponent: [UInt8])
    case elliptic(EllipticCurve, x: [UInt8], y: [UInt8])

    var kind: KeyKind {
      switch self {
      case .rsa: .rsa
      case .elliptic(let curve, _, _): .elliptic(curve)
      }
    }
  }

  /// The key's identifier, `kid`.
  public let keyID: String?
  /// The algorithm of the key, `alg`; nil if the key does not name one.
  public let algorithm: JWSAlgorithm?
  /// The JSON object, including unknown members.
  public let json: JSONValue
  let material: Material

  /// Parses a key.
  ///
  /// - Throws: ``JSONWebKeyError``, also for a private or secret key, because neither may be used for verification.
  public init(_ json: JSONValue) throws(JSONWebKeyError) {
    guard let object = json.objectValue else { throw .notObject }
    let reader = JSONWebKeyReader(object)
    material = try reader.material()
    keyID = try reader.text(.keyID)
    algorithm = try reader.algorithm(for: material)
    self.json = json
  }

  /// Throws unless the key is meant for verification and, for RSA, has acceptable numbers.
  func checkUse() throws(JSONWebKeyError) {
    guard let object = json.objectValue else { throw .notObject }
    try JSONWebKeyReader(object).checkUse()
    if case .rsa(let modulus, let exponent) = material { try RSARules.check(modulus: modulus, exponent: exponent) }
  }
}

extension JSONWebKey {
  /// Creates the public JWK of a key that signs.
  init(_ material: Material, _ algorithm: JWSAlgorithm, keyID: String?) {
    let numbers: JSONObject
    switch material {
    case .rsa(let modulus, let exponent):
      numbers = [
        "kty": "RSA", "n": .string(Base64URL.encode(modulus)), "e": .string(Base64URL.encode(exponent)),
      ]
    case .elliptic(let curve, let x, let y):
      numbers = [
        "kty": "EC", "crv": .string(curve.rawValue), "x": .string(Base64URL.encode(x)),
        "y": .string(Base64URL.encode(y)),
      ]
    }
    var object = numbers
    object["use"] = "sig"
    object["alg"] = .string(algorithm.rawValue)
    object["kid"] = keyID.map(JSONValue.string)
    json = .object(object)
    self.algorithm = algorithm
    self.keyID = keyID
    self.material = material
  }
}
