import Foundation

/// The ledger's record of one order.
package struct LedgerOrder: Hashable, Sendable {
  package let orderID: UUID
  /// The owner of the order: the first customer who presented it. Empty for an order that only the store has reported
  /// so far; no customer has an empty name.
  package let customer: ExactText
  /// The newest known statement about the order.
  package var statement: OrderStatement
  /// The call that granted the order, and the time of the grant; nil if the order was never granted.
  package var grant: Grant?
  /// The time at which the store should be asked about the order again; nil for never. ``CheckSchedule`` has the rules.
  package var checkAt: LedgerTime?
  /// The number of checks in a row that failed.
  package var checkFailures: Int64

  package struct Grant: Hashable, Sendable {
    /// The identifier of the call. After a lost connection the ledger repeats the call with the same identifier, and
    /// thus recognizes its own grant.
    package let request: UUID
    package let date: LedgerTime

    package init(request: UUID, date: LedgerTime) {
      self.request = request
      self.date = date
    }
  }

  package init(
    orderID: UUID, customer: ExactText, statement: OrderStatement, grant: Grant?, checkAt: LedgerTime? = nil,
    checkFailures: Int64 = 0
  ) {
    self.orderID = orderID
    self.customer = customer
    self.statement = statement
    self.grant = grant
    self.checkAt = checkAt
    self.checkFailures = checkFailures
  }

  /// Whether a customer has presented the order.
  package var isClaimed: Bool { !customer.text.isEmpty }
}
