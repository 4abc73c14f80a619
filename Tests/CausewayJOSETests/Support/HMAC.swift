import CausewayJOSE

/// Returns the HMAC (RFC 2104) of a text with SHA-256. Tests use this function to sign headers that `SigningKey` cannot
/// write.
func hmac(_ text: String, _ secret: [UInt8]) -> [UInt8] {
  let short = secret.count > 64 ? SHA256Hash(of: secret).bytes : secret
  let key = short + Array(repeating: 0, count: 64 - short.count)
  let inner = SHA256Hash(of: key.map { $0 ^ 0x36 } + Array(text.utf8)).bytes
  return SHA256Hash(of: key.map { $0 ^ 0x5C } + inner).bytes
}

/// Returns a JWS with exactly this header, and with a valid signature by this secret.
func signed(_ header: String, payload: String = "payload", secret: [UInt8] = Keys.secret) -> String {
  let signed = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.utf8))"
  return "\(signed).\(Base64URL.encode(hmac(signed, secret)))"
}
