/// The reason why a JSON Web Key is refused.
public enum JSONWebKeyError: Error, Hashable, Sendable {
  /// The key is not a JSON object.
  case notObject
  /// A member is missing.
  case missing(Member)
  /// A member has the wrong type, such as a number instead of a string.
  case wrongKind(Member)
  /// A number of the key is not base64url.
  case notBase64URL(Member, Base64URLError)
  /// A number of the key begins with a zero byte, or is empty (RFC 7518, section 2, demands as few octets as possible).
  case notMinimal(Member)
  /// A coordinate has this number of bytes; the coordinates of its curve have `expected` bytes (RFC 7518, section
  /// 6.2.1.2).
  case wrongCoordinateLength(Member, Int, expected: Int)
  /// The type of the key, `kty`, is neither `RSA` nor `EC`.
  case unknownType
  /// The curve, `crv`, is not one that an algorithm of ``JWSAlgorithm`` uses.
  case unknownCurve
  /// The key is private. A set of public keys must not contain it.
  case privateKey
  /// The key is a secret, `oct`. A set of public keys must not contain it.
  case symmetricKey
  /// The key's `use` is not `sig`: the key is for encryption or for something unknown.
  case notForSignatures
  /// The key's `key_ops` do not contain `verify`.
  case notForVerification
  /// The key's `alg` is not one of ``JWSAlgorithm``.
  case unknownAlgorithm
  /// The key's `alg` belongs to another type of key.
  case wrongAlgorithm(JWSAlgorithm)
  /// The RSA modulus has fewer than 2048 bits (RFC 7518, section 3.3).
  case rsaKeyTooSmall(bits: Int)
  /// The RSA modulus has more than 8192 bits, so checking a signature would take too long.
  case rsaKeyTooLarge(bits: Int)
  /// The RSA modulus is even.
  case evenModulus
  /// The RSA exponent is even, 1, or has more than 32 bits.
  case unusableExponent
  /// The point is not on the curve.
  case pointNotOnCurve
  /// OpenSSL, or Security on Apple's platforms, refuses the key.
  case refusedByLibrary

  /// A member of a key (RFC 7517, section 4; RFC 7518, section 6).
  public enum Member: String, Hashable, Sendable, CaseIterable {
    /// The type of the key.
    case type = "kty"
    /// The purpose of the key.
    case use
    /// The operations that the key allows.
    case operations = "key_ops"
    /// The algorithm of the key.
    case algorithm = "alg"
    /// The identifier of the key.
    case keyID = "kid"
    /// The modulus of an RSA key.
    case modulus = "n"
    /// The exponent of an RSA key.
    case exponent = "e"
    /// The curve of an EC key.
    case curve = "crv"
    /// The first coordinate of the point of an EC key.
    case x
    /// The second coordinate of the point of an EC key.
    case y
  }
}

extension JSONWebKeyError: CustomStringConvertible {
  /// The problem, in a sentence without a period.
  public var description: String {
    switch self {
    case .notObject: "the key is not a JSON object"
    case .missing(let member): "the key has no \(member.rawValue)"
    case .wrongKind(let member): "the key's \(member.rawValue) has the wrong type"
    case .notBase64URL(let member, let error): "the key's \(member.rawValue) is not base64url: \(error)"
    case .notMinimal(let member): "the key's \(member.rawValue) has superfluous zero bytes at its beginning"
    case .wrongCoordinateLength(let member, let count, let expected):
      "the key's \(member.rawValue) has \(count) bytes instead of \(expected)"
    case .unknownType: "the key's kty is neither RSA nor EC"
    case .unknownCurve: "the key's crv is not \(EllipticCurve.names)"
    case .privateKey: "the key is private, but only public keys belong here"
    case .symmetricKey: "the key is a secret, but only public keys belong here"
    case .notForSignatures: "the key is not for signatures (use)"
    case .notForVerification: "the key is not for verification (key_ops)"
    case .unknownAlgorithm:
      "the key's alg is not one of \(JWSAlgorithm.allCases.map(\.rawValue).joined(separator: ", "))"
    case .wrongAlgorithm(let algorithm): "the key's alg, \(algorithm.rawValue), is for another kind of key"
    case .rsaKeyTooSmall(let bits): "the RSA key has \(bits) bits; the minimum is 2048"
    case .rsaKeyTooLarge(let bits): "the RSA key has \(bits) bits; the maximum is 8192"
    case .evenModulus: "the RSA key's modulus is even"
    case .unusableExponent: "the RSA key's exponent is even, is 1, or has more than 32 bits"
    case .pointNotOnCurve: "the key's point is not on the curve"
    case .refusedByLibrary: "the cryptography library refused the key"
    }
  }
}
