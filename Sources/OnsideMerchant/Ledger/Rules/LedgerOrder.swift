import Foundation

/// The ledger's record of one order.
package struct LedgerOrder: Hashable, Sendable {
  package let orderID: UUID
  /// The owner of the order: the first customer who presented it.
  package let customer: ExactText
  /// The newest known statement about the order.
  package var statement: OrderStatement
  /// The call that granted the order, and the time of the grant; nil if the order was never granted.
  package var grant: Grant?

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

  package init(orderID: UUID, customer: ExactText, statement: OrderStatement, grant: Grant?) {
    self.orderID = orderID
    self.customer = customer
    self.statement = statement
    self.grant = grant
  }
}
