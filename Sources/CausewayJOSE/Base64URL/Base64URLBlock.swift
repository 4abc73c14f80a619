/// Sixteen characters of base64url at once, so that a payload is read in a fraction of the time that its signature takes.
///
/// Every operand is a vector: where one is a number, the compiler takes the vectors apart.
struct Base64URLBlock {
  /// How many characters a block has.
  static let characters = 16
  /// How many bytes they stand for.
  static let bytes = 12
  /// How many bytes are written behind those.
  static let excess = 2

  private typealias Vector = SIMD16<UInt8>

  /// All bits of each place where all characters were of the alphabet.
  private var known = Vector(repeating: 0xFF)

  /// Whether all characters so far are of the alphabet.
  var isValid: Bool { known == Vector(repeating: 0xFF) }

  /// Reads ``characters`` characters and writes ``bytes`` bytes, and ``excess`` more.
  @inline(__always)
  mutating func decode(_ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer) {
    let values = values(of: source.loadUnaligned(as: Vector.self))
    // Two times six bits become twelve, two times twelve become 24, two times 24 become 48.
    let pairs = unsafeBitCast(values, to: SIMD8<UInt16>.self)
    let twelves = (pairs &<< SIMD8(repeating: 6) | pairs &>> SIMD8(repeating: 8)) & SIMD8(repeating: 0x0FFF)
    let quads = unsafeBitCast(twelves, to: SIMD4<UInt32>.self)
    let twentyFours =
      (quads &<< SIMD4(repeating: 12) | quads &>> SIMD4(repeating: 16)) & SIMD4(repeating: 0x00FF_FFFF)
    let halves = unsafeBitCast(twentyFours, to: SIMD2<UInt64>.self)
    // The first of the bytes is the highest; the lowest sixteen bits are the excess.
    let fortyEights = halves &<< SIMD2(repeating: 40) | (halves &>> SIMD2(repeating: 32)) &<< SIMD2(repeating: 16)
    target.storeBytes(of: fortyEights[0].bigEndian, as: UInt64.self)
    target.storeBytes(of: fortyEights[1].bigEndian, toByteOffset: 6, as: UInt64.self)
  }

  /// The six bits of each character.
  @inline(__always)
  private mutating func values(of characters: Vector) -> Vector {
    // Small letters are the capitals with one more bit.
    let letter = Self.range(characters | Vector(repeating: 0x20), from: UInt8(ascii: "a"), count: 26)
    let digit = Self.range(characters, from: UInt8(ascii: "0"), count: 10)
    let hyphen = Self.bits(characters .== Vector(repeating: UInt8(ascii: "-")))
    let underscore = Self.bits(characters .== Vector(repeating: UInt8(ascii: "_")))
    known &= letter | digit | hyphen | underscore
    // What is added to a character, modulo 256, to get its value; to a small letter six less, for the signs between.
    let small = Self.bits(characters .> Vector(repeating: UInt8(ascii: "`")))
    let difference =
      letter & Vector(repeating: 0 &- UInt8(ascii: "A"))
      | digit & Vector(repeating: 52 &- UInt8(ascii: "0"))
      | hyphen & Vector(repeating: 62 &- UInt8(ascii: "-"))
      | underscore & Vector(repeating: 63 &- UInt8(ascii: "_"))
    return characters &+ difference &- (small & Vector(repeating: 6))
  }

  /// All bits of each place where the character is one of so many from this one on.
  @inline(__always)
  private static func range(_ characters: Vector, from first: UInt8, count: UInt8) -> Vector {
    bits((characters &- Vector(repeating: first)) .< Vector(repeating: count))
  }

  /// The mask as a vector: all bits of each place that it has.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> Vector {
    unsafeBitCast(mask, to: Vector.self)
  }
}
