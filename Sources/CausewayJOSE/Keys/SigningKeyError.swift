/// Why a key that signs could not be read, made or used.
public enum SigningKeyError: Error, Hashable, Sendable, CaseIterable {
  /// The text is not a private key in PKCS#8 and PEM: it does not begin with `-----BEGIN PRIVATE KEY-----`, or what
  /// follows is not one.
  case notPKCS8
  /// The key is neither RSA nor EC on P-256.
  case unknownKind
  /// The RSA key has fewer than 2048 bits.
  case rsaKeyTooSmall
  /// The RSA key has more than 8192 bits, or an exponent that is even, 1 or of more than 32 bits.
  case unusableRSAKey
  /// The secret has no bytes.
  case emptySecret
  /// A key cannot be generated for this algorithm: a secret is not generated here.
  case notGenerated
  /// OpenSSL, or Security on Apple's platforms, could not do it.
  case libraryFailed
}

extension SigningKeyError: CustomStringConvertible {
  /// What is wrong, in a sentence without a full stop.
  public var description: String {
    switch self {
    case .notPKCS8: "the text is not a private key in PKCS#8 (PEM, -----BEGIN PRIVATE KEY-----)"
    case .unknownKind: "the private key is neither RSA nor EC on P-256"
    case .rsaKeyTooSmall: "the private RSA key has fewer than 2048 bits"
    case .unusableRSAKey: "the private RSA key has more than 8192 bits, or an exponent that is not usable"
    case .emptySecret: "the secret is empty"
    case .notGenerated: "keys are generated for RS256 and ES256 only"
    case .libraryFailed: "the library behind signatures failed"
    }
  }
}
