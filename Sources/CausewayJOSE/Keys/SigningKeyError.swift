/// The reason why a signing key could not be read, made or used.
public enum SigningKeyError: Error, Hashable, Sendable, CaseIterable {
  /// The text is not a private key in PKCS#8 and PEM: it does not begin with `-----BEGIN PRIVATE KEY-----`, or its
  /// contents are not valid.
  case notPKCS8
  /// The key is neither RSA nor EC on a curve of one of ``JWSAlgorithm``.
  case unknownKind
  /// The RSA key has fewer than 2048 bits.
  case rsaKeyTooSmall
  /// The RSA key has more than 8192 bits, or an exponent that is even, 1 or of more than 32 bits.
  case unusableRSAKey
  /// The secret is empty.
  case emptySecret
  /// This library generates no keys for the algorithm: for HS256, the caller must supply the secret.
  case notGenerated
  /// OpenSSL, or Security on Apple's platforms, failed.
  case libraryFailed
}

extension SigningKeyError: CustomStringConvertible {
  /// The problem, in a sentence without a period.
  public var description: String {
    switch self {
    case .notPKCS8: "the text is not a private key in PKCS#8 (PEM, -----BEGIN PRIVATE KEY-----)"
    case .unknownKind: "the private key is neither RSA nor EC on \(EllipticCurve.names)"
    case .rsaKeyTooSmall: "the private RSA key has fewer than 2048 bits"
    case .unusableRSAKey:
      "the private RSA key has more than 8192 bits, or its exponent is even, is 1, or has more than 32 bits"
    case .emptySecret: "the secret is empty"
    case .notGenerated: "keys can be generated only for \(JWSAlgorithm.namesWithPublicKeys.joined(separator: " and "))"
    case .libraryFailed: "the cryptography library failed"
    }
  }
}
