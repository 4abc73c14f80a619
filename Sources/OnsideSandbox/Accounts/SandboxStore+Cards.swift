import CausewayDatabase
import OnsideCore

extension SandboxStore {
  /// The cards of an account.
  package func paymentMethods(of account: String) throws(SandboxProblem) -> [OnsidePaymentMethod] {
    try keeping { () throws(DatabaseError) in try records.cards(of: account) }.map(OnsidePaymentMethod.init)
  }

  /// Adds a test card, and makes it the one that is charged. One that is there is not added again.
  ///
  /// - Parameter number: with or without spaces.
  /// - Throws: `unknown_card` for any other number.
  package func addPaymentMethod(number: String, of account: String) throws(SandboxProblem) -> OnsidePaymentMethod {
    guard let card = TestCard(rawValue: number.filter { $0 != " " }) else {
      let known = TestCard.allCases.map(\.rawValue).joined(separator: ", ")
      throw SandboxProblem(.unknownCard, "card_number: none of the test cards; they are \(known)")
    }
    return try transaction { () throws(DatabaseError) in
      try records.addCard(card, of: account)
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
    self.init(id: stored.id, title: stored.card.title, detail: stored.card.detail, isDefault: stored.isDefault)
  }
}
