/// Something in a history that is not as the published schema says. It never has the value, which may be a user's.
public struct SchemaViolation: Hashable, Sendable {
  /// Where, such as `transactions[3].price`.
  public var place: String
  /// What is wrong there, such as "a string instead of an integer".
  public var problem: String
  /// Whether a decision rests on the field, so that the purchase is not used: it is not in
  /// ``TransactionHistory/transactions``.
  public var isDecisive: Bool

  /// A violation.
  public init(place: String, problem: String, isDecisive: Bool) {
    self.place = place
    self.problem = problem
    self.isDecisive = isDecisive
  }
}

extension SchemaViolation: CustomStringConvertible {
  /// Such as `transactions[3].price: a string instead of an integer`.
  public var description: String { "\(place): \(problem)" }
}
