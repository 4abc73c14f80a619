import CausewayJSON

/// An amount such as `0.000123`, in the unit that users read, stored as decimal text.
///
/// An amount is never stored as a binary floating-point number, because the wallet must get exactly the text that the
/// prompt shows.
public struct Amount: Hashable, Sendable, CustomStringConvertible {
  /// The longest amount that is accepted, in characters. A user cannot check a longer one.
  static let maximumLength = 128

  /// The amount's digits, followed by a dot and more digits if the amount is not a whole number. It has no sign, no
  /// exponent, no separators and no unnecessary leading zeros.
  public let text: String

  /// Makes an amount from a decimal text, such as `0.000123`, or from a text with an exponent, such as `1.23e-4`.
  ///
  /// A decimal text is kept as written. A text with an exponent becomes the plain decimal that it means, digit by
  /// digit, without rounding. Returns nil for any other form, and for an amount of more than 128 characters.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength, let number = DecimalText(text) else { return nil }
    let plain = number.exponent == nil ? text : number.plainText(limit: Self.maximumLength)
    guard let plain else { return nil }
    self.text = plain
  }

  /// Makes an amount from a JavaScript number: the shortest plain decimal that reads back as the same number.
  ///
  /// Returns nil for a number that is negative or not finite, and for an amount of more than 128 characters.
  public init?(_ number: Double) {
    // `magnitude` converts -0 to 0. JSON prints a number with its shortest digits, as JavaScript does.
    guard number.isFinite, number >= 0 else { return nil }
    self.init(JSONValue.number(number.magnitude).json)
  }

  /// Whether the amount is zero, in any form, such as `0` or `0.00`.
  public var isZero: Bool { text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") } }

  /// The number of decimal places that the amount needs. Trailing zeros do not count: `0.10` needs one decimal place.
  public var decimals: Int {
    guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    let last = text.utf8.lastIndex { $0 != UInt8(ascii: "0") } ?? dot
    return text.utf8.distance(from: dot, to: last)
  }

  /// The amount's text; see ``text``.
  public var description: String { text }
}

/// The parts of a decimal number as text: `whole[.fraction][e[±]exponent]`.
private struct DecimalText {
  let whole: Substring.UTF8View
  let fraction: Substring.UTF8View
  /// The exponent; nil if the text has none.
  let exponent: Int?

  /// The maximum number of digits in an exponent. No amount of an accepted length needs more.
  private static let longestExponent = 4

  /// Reads a decimal number. Returns nil for any other form, for example with a sign, an empty part or unnecessary
  /// leading zeros.
  init?(_ text: String) {
    let halves = text.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    let parts = halves[0].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy(isDigits), parts[0].first != UInt8(ascii: "0") || parts[0].count == 1 else { return nil }
    whole = parts[0]
    fraction = parts.count > 1 ? parts[1] : Substring().utf8
    guard halves.count > 1 else {
      exponent = nil
      return
    }
    var digits = halves[1]
    let sign = digits.first
    if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { digits.removeFirst() }
    guard isDigits(digits), digits.count <= Self.longestExponent, let magnitude = Int(Substring(digits)) else {
      return nil
    }
    exponent = sign == UInt8(ascii: "-") ? -magnitude : magnitude
  }

  /// Returns the number without an exponent and without unnecessary zeros; nil if the result has more characters than
  /// the limit.
  func plainText(limit: Int) -> String? {
    let zero = UInt8(ascii: "0")
    var digits = (Array(whole) + Array(fraction)).drop { $0 == zero }
    guard !digits.isEmpty else { return "0" }
    // The number of digits after the dot; negative if zeros must be added to the whole part.
    var places = fraction.count - (exponent ?? 0)
    while places > 0, digits.last == zero {
      digits.removeLast()
      places -= 1
    }
    guard digits.count - min(places, 0) <= limit, places + 2 <= limit else { return nil }
    var bytes = Array(digits) + Array(repeating: zero, count: max(-places, 0))
    if places > 0 {
      bytes.insert(contentsOf: Array(repeating: zero, count: max(places + 1 - bytes.count, 0)), at: 0)
      bytes.insert(UInt8(ascii: "."), at: bytes.count - places)
    }
    return bytes.count <= limit ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

private func isDigits(_ bytes: Substring.UTF8View) -> Bool {
  !bytes.isEmpty && bytes.allSatisfy(\.isASCIIDigit)
}
