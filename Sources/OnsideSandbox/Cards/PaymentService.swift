import CausewayDatabase
import Foundation

/// The check whether an account can pay, for purchases and for renewals.
struct PaymentService {
  let cards: CardRecords
  let accounts: AccountRecords

  /// Returns the reason why an account cannot pay with a card at a time; nil if it can.
  /// - Parameter id: the card's id; nil for the default card.
  func problem(of account: String, card id: String? = nil, at now: Date) throws(DatabaseError) -> SandboxProblem? {
    guard let card = try cards.cards(of: account).first(where: { id == nil ? $0.isDefault : $0.id == id }) else {
      return id == nil
        ? SandboxProblem(.declined, "The account has no card; add one")
        : SandboxProblem(.unknownPaymentMethod, "payment_method_id: the account has no such payment method")
    }
    if try accounts.paymentsFail(of: account) { return SandboxProblem(.declined, "The bank declined the payment") }
    if let end = card.validUntil, end <= now { return SandboxProblem(.declined, "The card has expired") }
    return card.card.refusal.map { SandboxProblem(.declined, $0) }
  }
}
