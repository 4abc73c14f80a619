/// An algorithm of a JSON Web Signature, by its name in the header's `alg` (RFC 7518, section 3.1). All other
/// algorithms are refused, including `none`.
public enum JWSAlgorithm: String, Hashable, Sendable, CaseIterable, Codable {
  /// HMAC with SHA-256. Anybody who can verify can also sign.
  case hs256 = "HS256"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
}

// The other properties of the algorithms. A further curve also needs code in `Signatures/Apple/EllipticKeys.swift`,
// because CryptoKit has a separate type of key for each curve.
extension JWSAlgorithm {
  /// The kind of keys that the algorithm uses.
  var keyKind: KeyKind {
    switch self {
    case .hs256: .secret
    case .rs256: .rsa
    case .es256: .elliptic(.p256)
    }
  }

  /// The hash function that the algorithm applies to the signed bytes.
  var digest: MessageDigest {
    switch self {
    case .hs256, .rs256, .es256: .sha256
    }
  }

  /// The names of the algorithms that have public keys, for error texts.
  static var namesWithPublicKeys: [String] { allCases.filter { $0.keyKind != .secret }.map(\.rawValue) }
}

enum KeyKind: Hashable, Sendable {
  case secret
  case rsa
  case elliptic(EllipticCurve)

  /// The default algorithm of keys of this kind, for a key without `alg`.
  var algorithm: JWSAlgorithm {
    switch self {
    case .secret: .hs256
    case .rsa: .rs256
    case .elliptic(.p256): .es256
    }
  }
}

/// An elliptic curve. The raw value is its name in the member `crv` of a JSON Web Key.
enum EllipticCurve: String, Hashable, Sendable, CaseIterable {
  case p256 = "P-256"

  /// The length of a coordinate of a point, and of each of a signature's two numbers, in bytes.
  var coordinateLength: Int {
    switch self {
    case .p256: 32
    }
  }

  /// OpenSSL's name of the curve.
  var openSSLName: StaticString {
    switch self {
    case .p256: "prime256v1"
    }
  }

  /// The names of all curves, for error texts.
  static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }
}

/// A hash function. The raw value is its name in OpenSSL.
enum MessageDigest: String, Hashable, Sendable {
  case sha256 = "SHA256"
}
