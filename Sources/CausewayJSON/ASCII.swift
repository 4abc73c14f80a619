/// Classes of ASCII bytes, for the parsers of the package. `WebKit` has its own, because it depends on no other Swift
/// module, and so has `CausewayHTTP/Syntax`, because the package `Fuzz` compiles it alone. The parsers do not use
/// `Character.isNumber` and similar properties, because these also accept characters of other scripts.
extension UInt8 {
  /// Whether the byte is a decimal digit.
  @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }
  /// Whether the byte is a letter from `A` to `Z`, in either case.
  @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether the byte is a letter or a decimal digit.
  @inlinable package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
  /// Whether the byte is a capital letter.
  @inlinable package var isASCIICapital: Bool { self &- 0x41 < 26 }
  /// The byte in lower case if it is a capital letter; otherwise the unchanged byte.
  @inlinable package var asciiLowercased: UInt8 { isASCIICapital ? self | 0x20 : self }
}
