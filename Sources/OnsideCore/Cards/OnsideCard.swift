import CausewayJSON

/// A card as the user entered it, for a request to the store. The SDK does not store the card, and descriptions omit
/// its data.
public struct OnsideCard: Hashable, Sendable {
  /// The card number, digits only.
  public var number: String
  /// The month of expiry, 1 to 12.
  public var expiryMonth: Int
  /// The year of expiry, with four digits.
  public var expiryYear: Int
  /// The three or four digits on the card that are not part of its number.
  public var securityCode: String

  /// Creates a card.
  public init(number: String, expiryMonth: Int, expiryYear: Int, securityCode: String) {
    self.number = number
    self.expiryMonth = expiryMonth
    self.expiryYear = expiryYear
    self.securityCode = securityCode
  }
}

extension OnsideCard: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The type's name without the card's data.
  public var description: String { "OnsideCard(redacted)" }
  /// The type's name without the card's data.
  public var debugDescription: String { description }
  /// A mirror without children, so that `dump` does not show the card's data.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The brand of a card, derived from its number.
package enum CardBrand: Hashable, Sendable {
  case visa, mastercard, americanExpress, other

  /// Creates the brand of a complete number or of its first digits.
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

  /// The allowed lengths of a number, in digits, shortest first.
  package var lengths: [Int] {
    switch self {
    case .visa: [13, 16, 19]
    case .mastercard: [16]
    case .americanExpress: [15]
    case .other: Array(12...19)
    }
  }

  /// The number of digits in the security code.
  package var securityCodeLength: Int { self == .americanExpress ? 4 : 3 }

  /// The side of the card on which the security code is printed: `front` or `back`.
  package var securityCodeSide: String { self == .americanExpress ? "front" : "back" }

  /// Returns whether a printed number has a gap after `count` digits.
  package func hasGap(after count: Int) -> Bool {
    self == .americanExpress ? count == 4 || count == 10 : count > 0 && count.isMultiple(of: 4)
  }
}

extension Character {
  var isASCIIDigit: Bool { asciiValue?.isASCIIDigit == true }
}
