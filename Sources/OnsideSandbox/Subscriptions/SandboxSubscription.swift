import CausewayDatabase
import CausewayJSON
import Foundation
import OnsideCore
import OnsideMerchant

/// A subscription as the store's pages and the tester's API show it. The published history has only the end of the time
/// for which the subscription counts.
package struct SandboxSubscription: Sendable {
  let stored: StoredSubscription
  /// The order of the last paid period.
  let lastOrder: SandboxOrder
  /// The price increase that the subscription meets; nil if there is none.
  let increase: PriceIncrease?
  /// The time at which the subscription was read, by the customer's clock.
  let now: Date
  /// Whether the customer's clock is ahead of the store's.
  let isAhead: Bool

  /// The state at ``now``.
  package var state: SubscriptionState { stored.state(at: now) }

  /// The reason why the subscription does not renew; nil while it renews.
  package var endReason: SubscriptionEndReason? { stored.endReason }
}

extension SubscriptionService {
  /// Returns subscriptions of all accounts, the newest first.
  ///
  /// - Parameters:
  ///   - original: the id of the first order of the last subscription of the previous page; nil for the first page.
  ///   - limit: the maximum number of subscriptions.
  /// - Throws: `unknown_order` if no order has this id.
  package func newest(
    before original: UUID? = nil, limit: Int = 100
  ) throws(SandboxProblem) -> [SandboxSubscription] {
    try catchUp()
    return try database.run { () throws(DatabaseError) -> Result<[SandboxSubscription], SandboxProblem> in
      let before = if let original { try orders.order(id: original) } else { SandboxOrder?.none }
      guard original == nil || before != nil else { return .failure(.unknownOrder) }
      var subscriptions: [SandboxSubscription] = []
      for stored in try records.newest(before: before?.number, limit: limit) {
        guard let last = try orders.lastOrder(ofSubscription: stored.original) else { continue }
        subscriptions.append(
          SandboxSubscription(
            stored: stored, lastOrder: last, increase: try increase(of: stored, last),
            now: clock.now(of: stored.account), isAhead: clock.ahead(of: stored.account) > 0))
      }
      return .success(subscriptions)
    }.get()
  }
}

extension SandboxSubscription {
  var json: JSONValue {
    let next = stored.next.map(\.productIdentifier).flatMap { $0 == lastOrder.product.productIdentifier ? nil : $0 }
    func time(_ date: Date?) -> JSONValue { date.map { .string(RFC3339.text($0)) } ?? .null }
    return [
      "original_order_id": .string(stored.original), "account": .string(stored.account),
      "bundle_id": .string(lastOrder.app), "product_id": .string(lastOrder.product.productIdentifier),
      "title": .string(lastOrder.product.localizedTitle), "state": .string(state.rawValue),
      "renews": .bool(stored.renews), "paid_until": time(stored.run.expires),
      "counts_until": time(stored.countsUntil), "grace_period_ends_at": time(stored.retry?.graceEnd),
      "billing_retry_ends_at": time(stored.retry?.end), "next_payment_at": time(stored.due),
      "price": JSONValue(PricePayload(lastOrder.product.price)),
      "price_increase": increase.map { increase in
        [
          "price": JSONValue(PricePayload(increase.price)), "effective_at": time(increase.effective),
          "consented": .bool(increase.hasConsent),
        ]
      } ?? .null,
      "next_product_id": next.map { .string($0) } ?? .null,
      "end_reason": endReason.map { .string($0.rawValue) } ?? .null,
    ]
  }
}
