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
  let subscriptions: SubscriptionService
  let clock: ClockService

  /// Returns the cards of an account in the order in which they were added.
  package func paymentMethods(of account: String) throws(SandboxProblem) -> [OnsidePaymentMethod] {
    try database.run { () throws(DatabaseError) in try records.cards(of: account) }.map(OnsidePaymentMethod.init)
  }

  /// Adds a test card, and makes it the account's default. A card that the account already has is not added again.
  /// Renewals whose payment has failed are tried again with the new default.
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
    let expiry = expiry.map { CardExpiry(month: $0.month, year: $0.year) }
    if let expiry, expiry.end <= clock.now(of: account) { throw SandboxProblem(.cardExpired, "This card has expired") }
    try subscriptions.catchUp()
    return try database.runTransaction { () throws(DatabaseError) in
      if let key, let known = try keys.key(key) {
        guard known.account == account, known.token == card.rawValue, known.expiry == expiry?.text else {
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
      try records.add(card, expiry: expiry, of: account)
      guard let added = try records.cards(of: account).first(where: \.isDefault) else {
        return .failure(.unknownPaymentMethod)
      }
      if let key {
        let stored = StoredCardKey(account: account, token: card.rawValue, expiry: expiry?.text, card: added.id)
        try keys.keep(stored, for: key)
      }
      try subscriptions.retryPayments(of: account)
      return .success(AddedPaymentMethod(method: OnsidePaymentMethod(added), isNew: true))
    }
  }

  /// Adds a test card without an idempotency key.
  package func add(
    number: String, expiry: (month: Int, year: Int)? = nil, of account: String
  ) throws(SandboxProblem) -> OnsidePaymentMethod {
    try add(number: number, expiry: expiry, key: nil, of: account).method
  }

  /// Makes one of an account's cards the default, which is the card that is charged. Renewals whose payment has failed
  /// are tried again with it.
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

  private func change(
    _ id: String, of account: String, _ work: () throws(DatabaseError) -> Void
  ) throws(SandboxProblem) {
    try subscriptions.catchUp()
    try database.runTransaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard try records.cards(of: account).contains(where: { $0.id == id }) else {
        return .failure(.unknownPaymentMethod)
      }
      try work()
      return .success(try subscriptions.retryPayments(of: account))
    }
  }
}

extension OnsidePaymentMethod {
  fileprivate init(_ stored: StoredCard) {
    let detail = stored.expiry.map { "\(stored.card.detail), expires \($0)" } ?? stored.card.detail
    self.init(id: stored.id, title: stored.card.title, detail: detail, isDefault: stored.isDefault)
  }
}
