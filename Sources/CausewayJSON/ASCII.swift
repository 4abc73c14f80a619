/// Classes of ASCII bytes, for all parsers of the package except two: `WebKit` depends on no other module, and the package
/// `Fuzz` compiles `CausewayHTTP/Syntax` alone. `Character.isNumber` and its relatives also accept other scripts.
extension UInt8 {
  /// Whether the byte is a decimal digit.
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  /// Whether the byte is a letter from `A` to `Z`, in either case.
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether the byte is a letter or a decimal digit.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
  /// Whether the byte is a capital letter.
  @inlinable package var isASCIICapital: Bool { self &- 0x41 < 26 }
  /// The letter in lower case; every other byte unchanged.
  @inlinable package var asciiLowercased: UInt8 { isASCIICapital ? self | 0x20 : self }
}
