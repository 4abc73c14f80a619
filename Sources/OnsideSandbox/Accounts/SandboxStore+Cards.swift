import CausewayDatabase
import Foundation
import OnsideCore

extension SandboxStore {
  /// The cards of an account.
  package func paymentMethods(of account: String) throws(SandboxProblem) -> [OnsidePaymentMethod] {
    try keeping { () throws(DatabaseError) in try records.cards(of: account) }.map(OnsidePaymentMethod.init)
  }

  /// Adds a test card, and makes it the one that is charged. One that is there is not added again.
  ///
  /// - Parameters:
  ///   - number: with or without spaces.
  ///   - expiry: the month and the year of four digits; nil if nobody has said. A card is good until that month's end.
  /// - Throws: `unknown_card` for any other number; `card_expired`.
  package func addPaymentMethod(
    number: String, expiry: (month: Int, year: Int)? = nil, of account: String
  ) throws(SandboxProblem) -> OnsidePaymentMethod {
    guard let card = TestCard(number: number) else {
      throw SandboxProblem(.unknownCard, "This store takes test cards only, such as 4242 4242 4242 4242")
    }
    if let expiry {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      let now = calendar.dateComponents([.year, .month], from: clock.now(real: options.realTime()))
      guard (expiry.year, expiry.month) >= (now.year ?? 0, now.month ?? 0) else {
        throw SandboxProblem(.cardExpired, "This card has expired")
      }
    }
    let kept = expiry.map { String(format: "%02d/%02d", $0.month, $0.year % 100) }
    return try transaction { () throws(DatabaseError) in
      try records.addCard(card, expiry: kept, of: account)
      let added = try records.cards(of: account).first(where: \.isDefault)
      return added.map { .success(OnsidePaymentMethod($0)) } ?? .failure(.unknownPaymentMethod)
    }
  }

  /// Makes one of an account's cards the one that is charged.
  package func usePaymentMethod(_ id: String, of account: String) throws(SandboxProblem) {
    try changeCard(id, of: account) { () throws(DatabaseError) in try records.useCard(id, of: account) }
  }

  /// Takes one of an account's cards away. If it was the one that is charged, that is the one that was added last now.
  package func removePaymentMethod(_ id: String, of account: String) throws(SandboxProblem) {
    try changeCard(id, of: account) { () throws(DatabaseError) in
      try records.removeCard(id, of: account)
      let left = try records.cards(of: account)
      if let last = left.last, !left.contains(where: \.isDefault) { try records.useCard(last.id, of: account) }
    }
  }

  /// Why an account cannot pay; nil if it can.
  func paymentRefusal(of account: String) throws(DatabaseError) -> String? {
    guard let card = try records.cards(of: account).first(where: \.isDefault) else {
      return "There is no card to charge"
    }
    return card.card.refusal
  }

  private func changeCard(
    _ id: String, of account: String, _ work: () throws(DatabaseError) -> Void
  ) throws(SandboxProblem) {
    try transaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard try records.cards(of: account).contains(where: { $0.id == id }) else {
        return .failure(.unknownPaymentMethod)
      }
      return .success(try work())
    }
  }
}

extension SandboxProblem {
  fileprivate static let unknownPaymentMethod = SandboxProblem(.notFound, "There is no such means of payment")
}

extension OnsidePaymentMethod {
  fileprivate init(_ stored: SandboxRecords.StoredCard) {
    let detail = stored.expiry.map { "\(stored.card.detail), expires \($0)" } ?? stored.card.detail
    self.init(id: stored.id, title: stored.card.title, detail: detail, isDefault: stored.isDefault)
  }
}
