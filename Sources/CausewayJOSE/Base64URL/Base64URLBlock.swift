/// A decoder for sixteen base64url characters at once. With it, decoding a payload takes much less time than checking
/// its signature.
///
/// Every operand is a vector, because the compiler splits the vectors into scalars if one operand is a number.
struct Base64URLBlock {
  /// The number of characters in a block.
  static let characters = 16
  /// The number of bytes that the characters encode.
  static let bytes = 12
  /// The number of bytes that a block writes after its own bytes.
  static let excess = 2

  private typealias Vector = SIMD16<UInt8>

  /// A mask with all bits set in each lane whose characters were all in the alphabet so far.
  private var known = Vector(repeating: 0xFF)

  /// Whether all characters so far are in the alphabet.
  var isValid: Bool { known == Vector(repeating: 0xFF) }

  /// Decodes ``characters`` characters, and writes ``bytes`` bytes and ``excess`` more.
  @inline(__always)
  mutating func decode(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
    let values = values(of: source.loadUnaligned(as: Vector.self))
    // Join neighbors: two values of 6 bits give 12 bits, two of those give 24 bits, and two of those give 48 bits.
    let pairs = unsafeBitCast(values, to: SIMD8<UInt16>.self)
    let twelves = (pairs &<< SIMD8(repeating: 6) | pairs &>> SIMD8(repeating: 8)) & SIMD8(repeating: 0x0FFF)
    let quads = unsafeBitCast(twelves, to: SIMD4<UInt32>.self)
    let twentyFours =
      (quads &<< SIMD4(repeating: 12) | quads &>> SIMD4(repeating: 16)) & SIMD4(repeating: 0x00FF_FFFF)
    let halves = unsafeBitCast(twentyFours, to: SIMD2<UInt64>.self)
    // The first byte is the highest one; the lowest sixteen bits are the excess.
    let fortyEights = halves &<< SIMD2(repeating: 40) | (halves &>> SIMD2(repeating: 32)) &<< SIMD2(repeating: 16)
    target.storeBytes(of: fortyEights[0].bigEndian, as: UInt64.self)
    target.storeBytes(of: fortyEights[1].bigEndian, toByteOffset: 6, as: UInt64.self)
  }

  /// Returns the six-bit value of each character.
  @inline(__always)
  private mutating func values(of characters: Vector) -> Vector {
    // Setting this bit turns uppercase letters into lowercase letters, so that one test finds both.
    let letter = Self.range(characters | Vector(repeating: 0x20), from: UInt8(ascii: "a"), count: 26)
    let digit = Self.range(characters, from: UInt8(ascii: "0"), count: 10)
    let hyphen = Self.bits(characters .== Vector(repeating: UInt8(ascii: "-")))
    let underscore = Self.bits(characters .== Vector(repeating: UInt8(ascii: "_")))
    known &= letter | digit | hyphen | underscore
    // The number to add to a character, modulo 256, to get its value. The number is six less for lowercase letters,
    // because six other characters are between `Z` and `a`.
    let small = Self.bits(characters .> Vector(repeating: UInt8(ascii: "`")))
    let difference =
      letter & Vector(repeating: 0 &- UInt8(ascii: "A"))
      | digit & Vector(repeating: 52 &- UInt8(ascii: "0"))
      | hyphen & Vector(repeating: 62 &- UInt8(ascii: "-"))
      | underscore & Vector(repeating: 63 &- UInt8(ascii: "_"))
    return characters &+ difference &- (small & Vector(repeating: 6))
  }

  /// Returns all bits set in each lane whose character is one of the `count` characters that begin with `first`.
  @inline(__always)
  private static func range(_ characters: Vector, from first: UInt8, count: UInt8) -> Vector {
    bits((characters &- Vector(repeating: first)) .< Vector(repeating: count))
  }

  /// Returns the mask as a vector, with all bits set in each true lane.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> Vector {
    unsafeBitCast(mask, to: Vector.self)
  }
}
