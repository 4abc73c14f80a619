/// The decimal digits of a number during parsing, without the sign: `significand` times ten to the `exponent`.
struct DecimalNumber {
  /// The first digits, as many as fit.
  private(set) var significand: UInt64 = 0
  /// Whether some digits did not fit into ``significand`` or ``exponent``.
  private(set) var isTruncated = false
  /// The power of ten.
  var exponent = 0

  /// The largest power of ten that ``scale(by:isNegative:)`` accepts: far beyond the range of ``exactDouble``, and far
  /// from an overflow.
  private static let maximumScale: UInt64 = 1_000_000

  /// Adds a digit at the end.
  @inline(__always)
  mutating func append(_ digit: UInt8) {
    // Nineteen digits always fit into 64 bits. Further digits are not needed, because `exactDouble` uses only numbers
    // up to 2^53.
    if significand < 1_000_000_000_000_000_000 {
      significand = significand &* 10 &+ UInt64(digit)
    } else {
      isTruncated = true
    }
  }

  /// Multiplies the number by ten to the power of an integer.
  mutating func scale(by power: DecimalNumber, isNegative: Bool) {
    guard !power.isTruncated, power.significand <= Self.maximumScale else {
      isTruncated = true
      return
    }
    exponent += isNegative ? -Int(power.significand) : Int(power.significand)
  }

  /// The double, if a single operation on two exactly represented doubles computes it; nil otherwise. Such an operation
  /// rounds correctly (W. D. Clinger, "How to Read Floating Point Numbers Accurately").
  @inline(__always)
  var exactDouble: Double? {
    guard !isTruncated, significand <= 1 &<< 53 else { return nil }
    let value = Double(significand)
    if exponent == 0 { return value }
    if exponent < 0 { return exponent >= -22 ? value / Self.powersOfTen[-exponent] : nil }
    return exponent <= 22 ? value * Self.powersOfTen[exponent] : nil
  }

  /// The powers of ten that a double represents exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
