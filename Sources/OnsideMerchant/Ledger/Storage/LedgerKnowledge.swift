import Foundation

/// What is stored about the orders of some requests.
package struct LedgerKnowledge {
  package var orders: [UUID: LedgerOrder] = [:]
  /// Whose the orders are that began others, by ``OrderStatement/originalOrderID``.
  package var owners: [UUID: ExactText] = [:]
  package var evidence: Set<Evidence.Key> = []

  package init() {}

  /// A decision as it is stored, without the statement itself.
  package struct Evidence: Hashable, Sendable {
    package let key: Key
    package let outcome: LedgerDecision.Outcome
    package let date: LedgerTime
    package let fetchedAt: LedgerTime

    /// Of those with the same, the first is kept.
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

/// What is to be stored.
package struct LedgerChanges {
  /// New owners, see ``LedgerKnowledge/owners``.
  package var owners: [UUID: ExactText] = [:]
  package var newOrders: [UUID: LedgerOrder] = [:]
  package var changedOrders: [UUID: LedgerOrder] = [:]
  package var documents: Set<LedgerDocument> = []
  package var evidence: [LedgerKnowledge.Evidence.Key: LedgerKnowledge.Evidence] = [:]

  package var isEmpty: Bool {
    owners.isEmpty && newOrders.isEmpty && changedOrders.isEmpty && documents.isEmpty && evidence.isEmpty
  }
}
