/// A card for tests. Nobody is charged. Its raw value is the token under which the store keeps it; the number is not kept.
package enum TestCard: String, Hashable, Sendable, CaseIterable {
  /// Pays everything; each account has it at first.
  case paying
  /// Pays, too, and is a Mastercard.
  case mastercard
  /// Pays, too, and is an American Express card.
  case americanExpress = "american-express"
  /// Is declined.
  case declined
  /// Has no funds.
  case withoutFunds = "without-funds"
  /// Has expired.
  case expired

  /// The card of a number, with or without spaces; nil if it is none of these.
  package init?(number: String) {
    let digits = number.filter { $0 != " " }
    guard let card = Self.allCases.first(where: { $0.number == digits }) else { return nil }
    self = card
  }

  /// Its digits.
  package var number: String {
    switch self {
    case .paying: "4242424242424242"
    case .mastercard: "5555555555554444"
    case .americanExpress: "378282246310005"
    case .declined: "4000000000000002"
    case .withoutFunds: "4000000000009995"
    case .expired: "4000000000000069"
    }
  }

  /// Why it does not pay; nil if it does.
  package var refusal: String? {
    switch self {
    case .paying, .mastercard, .americanExpress: nil
    case .declined: "The card was declined"
    case .withoutFunds: "The card has no funds"
    case .expired: "The card has expired"
    }
  }

  /// Such as `Visa •••• 4242`.
  package var title: String { "\(brand) •••• \(number.suffix(4))" }

  /// What is to be known of it.
  package var detail: String {
    switch self {
    case .paying, .mastercard, .americanExpress: "Test card, pays"
    case .declined: "Test card, is declined"
    case .withoutFunds: "Test card, has no funds"
    case .expired: "Test card, has expired"
    }
  }

  private var brand: String {
    switch self {
    case .paying, .declined, .withoutFunds, .expired: "Visa"
    case .mastercard: "Mastercard"
    case .americanExpress: "American Express"
    }
  }
}
