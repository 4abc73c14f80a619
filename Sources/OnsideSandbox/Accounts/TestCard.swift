/// A card for tests. Nobody is charged.
package enum TestCard: String, Hashable, Sendable, CaseIterable {
  /// Pays everything; each account has it at first.
  case paying = "4242424242424242"
  /// Is declined.
  case declined = "4000000000000002"
  /// Has no funds.
  case withoutFunds = "4000000000009995"
  /// Has expired.
  case expired = "4000000000000069"

  /// Why it does not pay; nil if it does.
  package var refusal: String? {
    switch self {
    case .paying: nil
    case .declined: "The card was declined"
    case .withoutFunds: "The card has no funds"
    case .expired: "The card has expired"
    }
  }

  /// Such as `Visa •••• 4242`.
  package var title: String { "Visa •••• \(rawValue.suffix(4))" }

  /// What is to be known of it.
  package var detail: String {
    switch self {
    case .paying: "Test card, pays"
    case .declined: "Test card, is declined"
    case .withoutFunds: "Test card, has no funds"
    case .expired: "Test card, has expired"
    }
  }
}
