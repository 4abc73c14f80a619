/// A test card, with which no money is charged. The database contains the raw value, not the card's number.
package enum TestCard: String, Hashable, Sendable, CaseIterable {
  /// A Visa card whose payments always succeed. Each new account has it.
  case paying
  /// A Mastercard whose payments always succeed.
  case mastercard
  /// An American Express card whose payments always succeed.
  case americanExpress = "american-express"
  /// A card that is declined.
  case declined
  /// A card without funds.
  case withoutFunds = "without-funds"
  /// A card that has expired.
  case expired

  /// Creates the card with a number, which may contain spaces; nil if no test card has this number.
  package init?(number: String) {
    let digits = number.filter { $0 != " " }
    guard let card = Self.allCases.first(where: { $0.number == digits }) else { return nil }
    self = card
  }

  /// The card number, without spaces.
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

  /// The reason why the card does not pay; nil if it pays.
  package var refusal: String? {
    switch self {
    case .paying, .mastercard, .americanExpress: nil
    case .declined: "The card was declined"
    case .withoutFunds: "The card has no funds"
    case .expired: "The card has expired"
    }
  }

  /// The brand and the last four digits, such as `Visa •••• 4242`.
  package var title: String { "\(brand) •••• \(number.suffix(4))" }

  /// A note that tells the tester how the card behaves.
  package var detail: String {
    switch self {
    case .paying, .mastercard, .americanExpress: "Test card that pays"
    case .declined: "Test card that is declined"
    case .withoutFunds: "Test card without funds"
    case .expired: "Test card that has expired"
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
