/// A deviation of a history from the published schema. It never contains the value, which may be a user's data.
public struct SchemaViolation: Hashable, Sendable {
  /// The path of the value, such as `transactions[3].price`.
  public var place: String
  /// The problem, such as "a string instead of an integer".
  public var problem: String
  /// Whether a decision depends on the field. If so, the purchase is not used, and is not in
  /// ``TransactionHistory/transactions``.
  public var isDecisive: Bool

  /// Creates a violation.
  public init(place: String, problem: String, isDecisive: Bool) {
    self.place = place
    self.problem = problem
    self.isDecisive = isDecisive
  }
}

extension SchemaViolation: CustomStringConvertible {
  /// The path and the problem: `transactions[3].price: a string instead of an integer`.
  public var description: String { "\(place): \(problem)" }
}
