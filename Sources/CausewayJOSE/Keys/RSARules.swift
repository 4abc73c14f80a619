/// The limits for RSA keys: strong enough (RFC 7518, section 3.3), and fast enough to verify.
enum RSARules {
  static let minimumBits = 2048
  static let maximumBits = 8192

  /// Checks the modulus and the public exponent of an RSA key.
  ///
  /// - Parameters:
  ///   - modulus: Big-endian, without leading zeros.
  ///   - exponent: Big-endian, without leading zeros.
  static func check(modulus: [UInt8], exponent: [UInt8]) throws(JSONWebKeyError) {
    let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    guard bits >= minimumBits else { throw .rsaKeyTooSmall(bits: bits) }
    guard bits <= maximumBits else { throw .rsaKeyTooLarge(bits: bits) }
    guard isOdd(modulus) else { throw .evenModulus }
    guard isOdd(exponent), exponent != [1], exponent.count <= 4 else { throw .unusableExponent }
  }

  private static func isOdd(_ number: [UInt8]) -> Bool {
    number.last.map { $0 & 1 == 1 } ?? false
  }
}
