@testable import CausewayJOSE

/// Keys that several tests share, because generating an RSA key takes a long time.
enum Keys {
  static let secret = Array("a secret of more than thirty-two bytes".utf8)
  static let algorithmsWithPublicKeys = JWSAlgorithm.allCases.filter { $0.keyKind != .secret }
  private static let generated = Dictionary(
    uniqueKeysWithValues: algorithmsWithPublicKeys.map { algorithm in
      (algorithm, Result { try SigningKey.generate(algorithm, keyID: name(algorithm)) })
    })

  /// Returns the identifier of the key for an algorithm, such as `rsa` or `p256`.
  private static func name(_ algorithm: JWSAlgorithm) -> String {
    switch algorithm.keyKind {
    case .secret: "secret"
    case .rsa: "rsa"
    case .elliptic(let curve): "\(curve)"
    }
  }

  static func signing(_ algorithm: JWSAlgorithm) throws -> SigningKey {
    try generated[algorithm]?.get() ?? .hs256(secret: secret, keyID: name(algorithm))
  }

  static func verification(_ algorithm: JWSAlgorithm) throws -> VerificationKey {
    guard let key = try signing(algorithm).publicKey() else { return .hs256(secret: secret) }
    return try VerificationKey(key)
  }
}
