/// A card as a user has typed it, on its way to the store. Nothing keeps it, and descriptions are without it.
public struct OnsideCard: Hashable, Sendable {
  /// Digits only.
  public var number: String
  /// 1 to 12.
  public var expiryMonth: Int
  /// Four digits.
  public var expiryYear: Int
  /// The three or four digits on the card that are not part of its number.
  public var securityCode: String

  /// A card.
  public init(number: String, expiryMonth: Int, expiryYear: Int, securityCode: String) {
    self.number = number
    self.expiryMonth = expiryMonth
    self.expiryYear = expiryYear
    self.securityCode = securityCode
  }
}

extension OnsideCard: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing of it.
  public var description: String { "OnsideCard(redacted)" }
  /// Nothing of it.
  public var debugDescription: String { description }
  /// Nothing of it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Who issues a card, as far as its number says so.
package enum CardBrand: Hashable, Sendable {
  case visa, mastercard, americanExpress, other

  /// The brand of a number, or of its beginning.
  package init(number: String) {
    let digits = number.filter(\.isASCIIDigit)
    let two = Int(digits.prefix(2)) ?? 0
    let four = digits.count >= 4 ? Int(digits.prefix(4)) ?? 0 : 0
    if digits.hasPrefix("4") {
      self = .visa
    } else if two == 34 || two == 37 {
      self = .americanExpress
    } else if (51...55).contains(two) || (2221...2720).contains(four) {
      self = .mastercard
    } else {
      self = .other
    }
  }

  /// How many digits a number may have, the fewest first.
  package var lengths: [Int] {
    switch self {
    case .visa: [13, 16, 19]
    case .mastercard: [16]
    case .americanExpress: [15]
    case .other: Array(12...19)
    }
  }

  /// How many digits its security code has.
  package var securityCodeLength: Int { self == .americanExpress ? 4 : 3 }

  /// Where its security code stands on the card.
  package var securityCodeSide: String { self == .americanExpress ? "front" : "back" }

  /// Whether a gap stands behind so many digits.
  package func hasGap(after count: Int) -> Bool {
    self == .americanExpress ? count == 4 || count == 10 : count > 0 && count.isMultiple(of: 4)
  }
}

extension Character {
  var isASCIIDigit: Bool { isASCII && isNumber }
}
