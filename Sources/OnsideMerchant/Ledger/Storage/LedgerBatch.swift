import Foundation

/// A batch of requests that the ledger commits together.
package struct LedgerBatch {
  /// The maximum number of requests in one batch.
  static let mostRequests = 256
  /// The maximum size of a batch, in bytes. A single request may be larger.
  static let mostBytes = 8 << 20

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
    Set(
      requests.lazy.filter { !$0.isFromStore }
        .flatMap { request in request.presentations.map { Self.key($0, request.document) } })
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
      return request.presentations.compactMap { presentation in
        guard let decided = decide(presentation, request) else { return nil }
        var outcome = decided
        // Grant only the first occurrence of an order, because a history can contain the same order twice.
        if outcome == .granted, !granted.insert(presentation.orderID).inserted { outcome = .alreadyGranted }
        return LedgerDecision(orderID: presentation.orderID, outcome: outcome)
      }
    }

    /// Decides about one purchase.
    ///
    /// - Returns: The decision; nil for a purchase that the store reports and that has no owner yet.
    private mutating func decide(
      _ presentation: LedgerRules.Presentation, _ request: LedgerRequest
    ) -> LedgerDecision.Outcome? {
      let (id, original) = (presentation.orderID, presentation.statement.originalOrderID)
      let before = snapshot.orders[id]
      guard let presentation = owned(presentation, order: before) else {
        let order = LedgerRules.keep(presentation, order: before)
        if order != before { keep(order, isNew: before == nil) }
        // The refund is the reason why the order will not be granted.
        let isNews = before.map { order.statement.isNews(after: $0.statement) } ?? true
        if isNews, order.statement.revokedAt != nil { keepEvidence(.revoked, of: presentation, request.document) }
        return nil
      }
      let (order, outcome) = LedgerRules.decide(presentation, order: before, owner: snapshot.owners[original])
      if let order, order != before {
        keep(order, isNew: before == nil)
        if snapshot.recordsEvents, OutboxEntry.isDue(after: order, before: before) {
          changes.events[id] = OutboxEntry(
            event: .random(), orderID: id, bundleID: order.statement.bundleID, createdAt: presentation.now)
        }
      }
      if outcome != .belongsToAnother, snapshot.owners[original] == nil {
        snapshot.owners[original] = presentation.customer
        changes.owners[original] = presentation.customer
      }
      // Keep no evidence of the store's statement about another customer's renewal: it decides nothing, and each check
      // would add another one.
      if presentation.isFromStore, outcome == .belongsToAnother { return outcome }
      // Keep no evidence of a check that only confirms what the ledger knows, because such checks would fill the
      // ledger.
      if let before, let order, presentation.isFromStore, outcome != .granted,
        !order.statement.isNews(after: before.statement)
      {
        return outcome
      }
      keepEvidence(
        outcome, of: presentation, request.document, isFirstGrant: outcome == .granted && before?.grant == nil)
      return outcome
    }

    private mutating func keepEvidence(
      _ outcome: LedgerDecision.Outcome, of presentation: LedgerRules.Presentation, _ document: LedgerDocument,
      isFirstGrant: Bool = false
    ) {
      let key = LedgerBatch.key(presentation, document)
      // A grant replaces an earlier decision about the same statement: after a clock was ahead, for example, that is
      // `expired`. Otherwise the grant would have no evidence.
      guard snapshot.evidence.insert(key).inserted || isFirstGrant else { return }
      changes.documents.insert(document)
      changes.evidence[key] = LedgerSnapshot.Evidence(
        key: key, outcome: outcome, date: presentation.now, fetchedAt: presentation.statement.fetchedAt)
    }

    /// Returns a presentation by the order's owner, if the store itself reports the purchase; nil if there is no owner.
    private func owned(
      _ presentation: LedgerRules.Presentation, order: LedgerOrder?
    ) -> LedgerRules.Presentation? {
      guard presentation.isFromStore else { return presentation }
      if let order, order.isClaimed { return presentation.made(by: order.customer) }
      return snapshot.owners[presentation.statement.originalOrderID].map(presentation.made)
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
