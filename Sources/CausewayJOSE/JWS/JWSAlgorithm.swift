/// An algorithm of a JSON Web Signature, as its header's `alg` names it (RFC 7518, section 3.1). No others are known, so
/// none of them is accepted, `none` least of all.
public enum JWSAlgorithm: String, Hashable, Sendable, CaseIterable, Codable {
  /// HMAC with SHA-256: whoever can verify can also sign.
  case hs256 = "HS256"
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
}
