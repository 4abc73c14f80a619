import CausewayJOSE

/// Keys that several tests use; making an RSA key takes long.
enum Keys {
  static let secret = Array("a secret of more than thirty-two bytes".utf8)
  static let rsa = Result { try SigningKey.generate(.rs256, keyID: "rsa") }
  static let p256 = Result { try SigningKey.generate(.es256, keyID: "p256") }

  static func signing(_ algorithm: JWSAlgorithm) throws -> SigningKey {
    switch algorithm {
    case .hs256: .hs256(secret: secret, keyID: "secret")
    case .rs256: try rsa.get()
    case .es256: try p256.get()
    }
  }

  static func verification(_ algorithm: JWSAlgorithm) throws -> VerificationKey {
    guard let key = try signing(algorithm).publicKey() else { return .hs256(secret: secret) }
    return try VerificationKey(key)
  }
}
