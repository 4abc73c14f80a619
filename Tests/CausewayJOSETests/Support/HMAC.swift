import CausewayJOSE

/// HMAC (RFC 2104) with SHA-256 of this text, spelt out, so that tests can sign headers that no key of ours writes.
func hmac(_ text: String, _ secret: [UInt8]) -> [UInt8] {
  let short = secret.count > 64 ? SHA256Hash(of: secret).bytes : secret
  let key = short + Array(repeating: 0, count: 64 - short.count)
  let inner = SHA256Hash(of: key.map { $0 ^ 0x36 } + Array(text.utf8)).bytes
  return SHA256Hash(of: key.map { $0 ^ 0x5C } + inner).bytes
}

/// A JWS with this very header, rightly signed with a secret.
func signed(_ header: String, payload: String = "payload", secret: [UInt8] = Keys.secret) -> String {
  let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8))"
  return "\(signed).\(Base64URL.encode(hmac(signed, secret)))"
}
