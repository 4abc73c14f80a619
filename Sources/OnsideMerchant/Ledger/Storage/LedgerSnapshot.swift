import Foundation

/// The stored data about the orders of a batch.
package struct LedgerSnapshot {
  package var orders: [UUID: LedgerOrder] = [:]
  /// The customers who own the first orders, by ``OrderStatement/originalOrderID``.
  package var owners: [UUID: ExactText] = [:]
  package var evidence: Set<Evidence.Key> = []
  /// Whether each change of a granted order becomes an event.
  package var recordsEvents = false

  package init() {}

  /// A stored decision, without the statement itself.
  package struct Evidence: Hashable, Sendable {
    package let key: Key
    package let outcome: LedgerDecision.Outcome
    package let date: LedgerTime
    package let fetchedAt: LedgerTime

    /// The identity of a piece of evidence. If several pieces have the same key, the ledger keeps only the first one.
    package struct Key: Hashable, Sendable {
      package let orderID: UUID
      /// The statement's ``LedgerDocument/digest``.
      package let digest: [UInt8]
      package let customer: ExactText

      package init(orderID: UUID, digest: [UInt8], customer: ExactText) {
        self.orderID = orderID
        self.digest = digest
        self.customer = customer
      }
    }
  }
}

/// The changes that a batch stores.
package struct LedgerChanges {
  /// New owners; see ``LedgerSnapshot/owners``.
  package var owners: [UUID: ExactText] = [:]
  package var newOrders: [UUID: LedgerOrder] = [:]
  package var changedOrders: [UUID: LedgerOrder] = [:]
  package var documents: Set<LedgerDocument> = []
  package var evidence: [LedgerSnapshot.Evidence.Key: LedgerSnapshot.Evidence] = [:]
  /// The events to tell the publisher's server, by order. An event replaces an earlier one of the same order that was
  /// not delivered yet.
  package var events: [UUID: OutboxEntry] = [:]

  package var isEmpty: Bool {
    // An event never comes without a change of its order.
    owners.isEmpty && newOrders.isEmpty && changedOrders.isEmpty && documents.isEmpty && evidence.isEmpty
  }
}
