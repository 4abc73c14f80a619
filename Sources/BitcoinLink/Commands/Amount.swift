/// An amount in a unit that users read, such as `0.000123`: its text, digit by digit. It is never rounded, and never a
/// binary fraction.
public struct Amount: Hashable, Sendable, CustomStringConvertible {
  /// The longest amount that is taken, in characters.
  static let longest = 128

  /// Digits, with a dot and more digits behind them if it is no whole number. No sign, exponent or separators, and no
  /// zeros before it.
  public let text: String

  /// An amount from its text; nil for any other form.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.longest,
      parts.allSatisfy({ part in !part.isEmpty && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }),
      parts[0].first != UInt8(ascii: "0") || parts[0].count == 1
    else { return nil }
    self.text = text
  }

  /// Whether it is zero.
  public var isZero: Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") } }

  /// The text.
  public var description: String { text }
}
