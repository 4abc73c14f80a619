import Foundation

/// A batch of requests that the ledger commits together.
package struct LedgerBatch {
  /// The maximum number of requests in one batch.
  private static let mostRequests = 256
  /// The maximum size of a batch, in bytes. A single request may be larger.
  private static let mostBytes = 8 << 20

  package let requests: [LedgerRequest]

  package init(_ requests: [LedgerRequest]) { self.requests = requests }

  /// Returns the number of requests, from the front of the queue, that go into one batch.
  package static func count(of requests: some Sequence<LedgerRequest>) -> Int {
    var (count, bytes) = (0, 0)
    for request in requests {
      bytes += request.size
      guard count == 0 || (count < mostRequests && bytes <= mostBytes) else { break }
      count += 1
    }
    return count
  }

  /// The deadline of the requests as a group.
  package var deadline: LedgerDeadline {
    LedgerDeadline(of: requests.map(\.deadline)) ?? LedgerDeadline(after: nil)
  }

  /// The orders that the requests present.
  package var orders: Set<UUID> { Set(presentations.map(\.orderID)) }
  /// The first orders of the subscriptions that the requests present.
  package var originals: Set<UUID> { Set(presentations.map(\.statement.originalOrderID)) }
  /// The keys of the evidence for the presented orders, stored or not.
  package var evidence: Set<LedgerSnapshot.Evidence.Key> {
    Set(requests.flatMap { request in request.presentations.map { Self.key($0, request.document) } })
  }

  private var presentations: some Sequence<LedgerRules.Presentation> { requests.lazy.flatMap(\.presentations) }

  private static func key(
    _ presentation: LedgerRules.Presentation, _ document: LedgerDocument
  ) -> LedgerSnapshot.Evidence.Key {
    LedgerSnapshot.Evidence.Key(
      orderID: presentation.orderID, digest: document.digest, customer: presentation.customer)
  }

  /// Decides about the purchases one after the other. The result is the same as if each request had its own batch.
  ///
  /// - Parameter snapshot: The stored data about ``orders``, ``originals`` and ``evidence``.
  /// - Returns: The decisions for each request, and the changes to store.
  package func decide(_ snapshot: LedgerSnapshot) -> (decisions: [[LedgerDecision]], changes: LedgerChanges) {
    var work = Work(snapshot: snapshot)
    let decisions = requests.map { work.decide($0) }
    return (decisions, work.changes)
  }

  private struct Work {
    var snapshot: LedgerSnapshot
    var changes = LedgerChanges()

    mutating func decide(_ request: LedgerRequest) -> [LedgerDecision] {
      var granted: Set<UUID> = []
      return request.presentations.map { presentation in
        var outcome = decide(presentation, request.document)
        // Grant only the first occurrence of an order, because a history can contain the same order twice.
        if outcome == .granted, !granted.insert(presentation.orderID).inserted { outcome = .alreadyGranted }
        return LedgerDecision(orderID: presentation.orderID, outcome: outcome)
      }
    }

    private mutating func decide(
      _ presentation: LedgerRules.Presentation, _ document: LedgerDocument
    ) -> LedgerDecision.Outcome {
      let (id, original) = (presentation.orderID, presentation.statement.originalOrderID)
      let before = snapshot.orders[id]
      let (order, outcome) = LedgerRules.decide(presentation, order: before, owner: snapshot.owners[original])
      if let order, order != before { keep(order, isNew: before == nil) }
      if outcome != .belongsToAnother, snapshot.owners[original] == nil {
        snapshot.owners[original] = presentation.customer
        changes.owners[original] = presentation.customer
      }
      let key = LedgerBatch.key(presentation, document)
      if snapshot.evidence.insert(key).inserted {
        changes.documents.insert(document)
        changes.evidence[key] = LedgerSnapshot.Evidence(
          key: key, outcome: outcome, date: presentation.now, fetchedAt: presentation.statement.fetchedAt)
      }
      return outcome
    }

    private mutating func keep(_ order: LedgerOrder, isNew: Bool) {
      snapshot.orders[order.orderID] = order
      if isNew || changes.newOrders[order.orderID] != nil {
        changes.newOrders[order.orderID] = order
      } else {
        changes.changedOrders[order.orderID] = order
      }
    }
  }
}
