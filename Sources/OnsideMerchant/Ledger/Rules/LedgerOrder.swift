import Foundation

/// What the ledger knows of an order.
package struct LedgerOrder: Hashable, Sendable {
  package let orderID: UUID
  /// Whose it is: the first who presented it.
  package let customer: ExactText
  /// The newest statement.
  package var statement: OrderStatement
  /// The call that granted it, and when; nil while it was never granted.
  package var grant: Grant?

  package struct Grant: Hashable, Sendable {
    /// The call. After a lost connection, it is repeated under the same name, and finds its own grant by it.
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
