import Foundation
import OnsideCore

/// A subscription as the database stores it.
struct StoredSubscription {
  /// The id of the order that began the subscription.
  var original: String
  /// The id of the account that pays.
  var account: String
  /// Whether the store charges the next period, or tries to.
  var renews: Bool
  /// The number of renewals so far.
  var renewals: Int
  /// The last paid period.
  var run: SubscriptionRun
  /// The product of the next period, with the price that the customer approved; nil for the product of the last order. It
  /// can be the product of the last order with another price, while the payment of the period is tried again.
  var next: OnsideProduct?
  /// The price of a period, in major units, to which the customer has consented after an increase; nil for none.
  var consentedPrice: Double?
  /// The tries to charge the next period; nil unless its payment failed.
  var retry: BillingRetry?
  /// The reason why the subscription does not renew; nil while it renews.
  var endReason: SubscriptionEndReason?

  /// The time of the next payment; nil if there is none.
  var due: Date? { retry?.nextTry ?? (renews ? run.expires : nil) }

  /// The end of the time in which the subscription counts, unless a payment succeeds.
  var countsUntil: Date { max(run.expires, retry?.graceEnd ?? run.expires) }

  /// Returns the state at a time.
  func state(at now: Date) -> SubscriptionState {
    if let retry { return retry.isInGrace(at: now) ? .gracePeriod : .billingRetry }
    return now < run.expires ? .active : .ended
  }

  /// Stops the payments.
  mutating func end(_ reason: SubscriptionEndReason) {
    (renews, next, retry, endReason) = (false, nil, nil, reason)
  }

  /// Lets the subscription renew with a product.
  /// - Parameter next: nil for the product of the last order.
  mutating func renew(with next: OnsideProduct?) {
    (renews, self.next, endReason) = (true, next, nil)
  }
}

/// The state of a subscription.
package enum SubscriptionState: String, Hashable, Sendable, CaseIterable {
  /// The period is paid.
  case active
  /// The next period could not be paid, and the subscription still counts.
  case gracePeriod = "grace_period"
  /// The next period could not be paid, the subscription no longer counts, and the store still tries.
  case billingRetry = "billing_retry"
  /// The subscription is over.
  case ended
}

/// The reason why a subscription does not renew.
package enum SubscriptionEndReason: String, Hashable, Sendable, CaseIterable {
  /// The customer cancelled.
  case cancelled
  /// No try to charge the next period succeeded.
  case paymentFailed = "payment_failed"
  /// An order of the subscription was refunded.
  case refunded
  /// The price was increased, and the customer did not consent.
  case priceIncrease = "price_increase"
  /// The subscription has renewed as often as the store allows.
  case renewalLimit = "renewal_limit"
}
