import CausewayDatabase
import Foundation
import OnsideCore

/// A card that was added to an account.
package struct AddedPaymentMethod: Sendable {
  /// The card.
  package var method: OnsidePaymentMethod
  /// Whether this call added the card; false if an earlier call under the same key added it.
  package var isNew: Bool
}

/// The test cards of the accounts.
package struct CardService {
  let database: Database
  let records: CardRecords
  let keys: CardKeyRecords
  let clock: ClockService

  /// Returns the cards of an account in the order in which they were added.
  package func paymentMethods(of account: String) throws(SandboxProblem) -> [OnsidePaymentMethod] {
    try database.run { () throws(DatabaseError) in try records.cards(of: account) }.map(OnsidePaymentMethod.init)
  }

  /// Adds a test card, and makes it the account's default. A card that the account already has is not added again.
  ///
  /// - Parameters:
  ///   - number: the card number, with or without spaces.
  ///   - expiry: the month and the four-digit year; nil if the user did not give them. A card is valid until the end of
  ///     that month.
  ///   - key: the idempotency key, a new one for each card that a user adds. A repeated call with the same card and key
  ///     changes nothing and returns the stored card. Nil for no key.
  /// - Throws: `unknown_card` if the number is not that of a test card; `card_expired`; `key_reused` if the key was
  ///   used for another card or account; `key_void` if the card that was added with the key has been removed.
  package func add(
    number: String, expiry: (month: Int, year: Int)? = nil, key: UUID?, of account: String
  ) throws(SandboxProblem) -> AddedPaymentMethod {
    guard let card = TestCard(number: number) else {
      throw SandboxProblem(.unknownCard, "This store accepts only test cards, such as 4242 4242 4242 4242")
    }
    if let expiry {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      let now = calendar.dateComponents([.year, .month], from: clock.now())
      guard (expiry.year, expiry.month) >= (now.year ?? 0, now.month ?? 0) else {
        throw SandboxProblem(.cardExpired, "This card has expired")
      }
    }
    let kept = expiry.map { String(format: "%02d/%02d", $0.month, $0.year % 100) }
    return try database.runTransaction { () throws(DatabaseError) in
      if let key, let known = try keys.key(key) {
        guard known.account == account, known.token == card.rawValue, known.expiry == kept else {
          return .failure(
            SandboxProblem(.keyReused, "Idempotency-Key: already used for a different request; send a new key"))
        }
        guard let there = try records.cards(of: account).first(where: { $0.id == known.card }) else {
          return .failure(
            SandboxProblem(
              .keyVoid, "Idempotency-Key: the card that was added with it has been removed; send a new key"))
        }
        return .success(AddedPaymentMethod(method: OnsidePaymentMethod(there), isNew: false))
      }
      try records.add(card, expiry: kept, of: account)
      guard let added = try records.cards(of: account).first(where: \.isDefault) else {
        return .failure(.unknownPaymentMethod)
      }
      if let key {
        let stored = StoredCardKey(account: account, token: card.rawValue, expiry: kept, card: added.id)
        try keys.keep(stored, for: key)
      }
      return .success(AddedPaymentMethod(method: OnsidePaymentMethod(added), isNew: true))
    }
  }

  /// Adds a test card without an idempotency key.
  package func add(
    number: String, expiry: (month: Int, year: Int)? = nil, of account: String
  ) throws(SandboxProblem) -> OnsidePaymentMethod {
    try add(number: number, expiry: expiry, key: nil, of: account).method
  }

  /// Makes one of an account's cards the default, which is the card that is charged.
  package func use(_ id: String, of account: String) throws(SandboxProblem) {
    try change(id, of: account) { () throws(DatabaseError) in try records.use(id, of: account) }
  }

  /// Removes one of an account's cards. If it was the default, the card that was added last becomes the default.
  package func remove(_ id: String, of account: String) throws(SandboxProblem) {
    try change(id, of: account) { () throws(DatabaseError) in
      try records.remove(id, of: account)
      let left = try records.cards(of: account)
      if let last = left.last, !left.contains(where: \.isDefault) { try records.use(last.id, of: account) }
    }
  }

  /// Returns the reason why an account cannot pay with a card; nil if it can.
  /// - Parameter id: the card's id; nil for the default card.
  func paymentProblem(of account: String, card id: String? = nil) throws(DatabaseError) -> SandboxProblem? {
    let cards = try records.cards(of: account)
    guard let card = cards.first(where: { id == nil ? $0.isDefault : $0.id == id }) else {
      return id == nil
        ? SandboxProblem(.declined, "The account has no card; add one")
        : SandboxProblem(.unknownPaymentMethod, "payment_method_id: the account has no such payment method")
    }
    return card.card.refusal.map { SandboxProblem(.declined, $0) }
  }

  private func change(
    _ id: String, of account: String, _ work: () throws(DatabaseError) -> Void
  ) throws(SandboxProblem) {
    try database.runTransaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard try records.cards(of: account).contains(where: { $0.id == id }) else {
        return .failure(.unknownPaymentMethod)
      }
      return .success(try work())
    }
  }
}

extension OnsidePaymentMethod {
  fileprivate init(_ stored: StoredCard) {
    let detail = stored.expiry.map { "\(stored.card.detail), expires \($0)" } ?? stored.card.detail
    self.init(id: stored.id, title: stored.card.title, detail: detail, isDefault: stored.isDefault)
  }
}
