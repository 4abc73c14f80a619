/// An algorithm of a JSON Web Signature, by its name in the header's `alg` (RFC 7518, section 3.1). All other
/// algorithms are refused, above all `none`.
public enum JWSAlgorithm: String, Hashable, Sendable, CaseIterable, Codable {
  /// HMAC with SHA-256. Anybody who can verify can also sign.
  case hs256 = "HS256"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
}
