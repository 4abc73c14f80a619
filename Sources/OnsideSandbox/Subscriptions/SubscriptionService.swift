import CausewayDatabase
import Foundation
import OnsideCore

/// The subscriptions and their renewals.
package struct SubscriptionService {
  /// The maximum number of renewals of a subscription, so that a fast clock does not fill the disk.
  package static let maximumRenewals = 1000

  let database: Database
  let records: SubscriptionRecords
  let orders: OrderRecords
  let payments: PaymentService
  let prices: PriceRecords
  let retryOptions: BillingRetryOptions
  let clock: ClockService

  // MARK: Calls

  /// Renews the subscriptions that are due. Every method that reads orders, or that changes what an account can pay,
  /// calls this method first, so that no caller sees a subscription whose renewal is late.
  func catchUp() throws(SandboxProblem) {
    let now = clock.now()
    guard try database.run({ () throws(DatabaseError) in try nextDue(at: now) }) != nil else { return }
    try database.runTransaction { () throws(DatabaseError) in
      while let due = try nextDue(at: now) { try renew(due, at: due.due ?? now) }
      try clock.keep()
      return .success(())
    }
  }

  /// Cancels a subscription, which then runs until the end of its current period. If that period is over, because the
  /// payment of the next one failed, the subscription ends at once.
  ///
  /// - Parameter original: the id of the order that began the subscription.
  /// - Throws: `unknown_order` if no subscription began with this order.
  package func cancel(_ original: UUID) throws(SandboxProblem) {
    try catchUp()
    try database.runTransaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard var subscription = try records.subscription(original.uuidString.lowercased()) else {
        return .failure(.unknownOrder)
      }
      guard subscription.renews else { return .success(()) }
      if subscription.retry != nil {
        return .success(try end(subscription.original, .cancelled, at: try clock.moment(of: subscription.account)))
      }
      subscription.end(.cancelled)
      return .success(try records.keep(subscription))
    }
  }

  /// Records that the customer consents to the increase of the price of a subscription. Without an increase, nothing
  /// changes.
  ///
  /// - Parameter original: the id of the order that began the subscription.
  /// - Throws: `unknown_order` if no subscription began with this order.
  package func consent(_ original: UUID) throws(SandboxProblem) {
    try catchUp()
    try database.runTransaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard var subscription = try records.subscription(original.uuidString.lowercased()),
        let last = try orders.lastOrder(ofSubscription: subscription.original)
      else { return .failure(.unknownOrder) }
      guard let increase = try increase(of: subscription, last) else { return .success(()) }
      subscription.consentedPrice = increase.price.value
      return .success(try records.keep(subscription))
    }
  }

  /// Returns the subscriptions that these orders began, by order id.
  func begun(by originals: Set<UUID>) throws(SandboxProblem) -> [UUID: StoredSubscription] {
    try database.run { () throws(DatabaseError) in
      var subscriptions: [UUID: StoredSubscription] = [:]
      for id in originals { subscriptions[id] = try records.subscription(id.uuidString.lowercased()) }
      return subscriptions
    }
  }

  // MARK: Steps of a transaction

  /// Returns the price increase that a subscription meets; nil if there is none.
  /// - Parameter last: the order of its last period.
  func increase(of subscription: StoredSubscription, _ last: SandboxOrder) throws(DatabaseError) -> PriceIncrease? {
    let product = subscription.next ?? last.product
    return subscription.increase(by: try prices.change(of: product.productIdentifier), of: product)
  }

  /// Begins a subscription.
  /// - Parameter order: its first order, which is already in the database.
  func begin(_ order: SandboxOrder, _ run: SubscriptionRun) throws(DatabaseError) {
    try records.keep(
      StoredSubscription(original: order.id, account: order.account, renews: true, renewals: 0, run: run))
  }

  /// Returns the subscription that an account has in an app for an entitlement, even if its last payment failed; nil if
  /// there is none.
  func current(
    of account: String, app: String, entitlement: String, at now: Date
  ) throws(DatabaseError) -> StoredSubscription? {
    let last = try records.last(of: account, app: app, entitlement: entitlement)
    return last?.state(at: now) == .ended ? nil : last
  }

  /// Lets a subscription renew, even if it was cancelled.
  /// - Parameter next: the product of the next period; nil for the product of the last order.
  func renew(_ subscription: StoredSubscription, with next: OnsideProduct?) throws(DatabaseError) {
    var subscription = subscription
    subscription.renew(with: next)
    try records.keep(subscription)
  }

  /// Ends the current period of a subscription, and begins the first period of another product of the group. The customer
  /// gets back the part of the price that belongs to the rest of the period.
  /// - Parameter order: the order of the new product, which is not in the database yet.
  func change(
    _ subscription: StoredSubscription, with order: SandboxOrder, _ run: SubscriptionRun
  ) throws(DatabaseError) -> Int64 {
    if let last = try orders.lastOrder(ofSubscription: subscription.original), subscription.countsUntil > order.date {
      try orders.setExpiry(ofLastOrderOf: subscription.original, to: order.date)
      if subscription.retry == nil {
        try orders.setProratedRefund(subscription.run.rest(of: last.price, at: order.date), of: last.number)
      }
    }
    var changed = subscription
    changed.retry = nil
    changed.run = run
    changed.renew(with: nil)
    let number = try orders.add(order)
    try records.keep(changed)
    return number
  }

  /// Ends a subscription at once.
  func end(_ original: String, _ reason: SubscriptionEndReason, at moment: Date) throws(DatabaseError) {
    guard var subscription = try records.subscription(original) else { return }
    if subscription.countsUntil > moment { try orders.setExpiry(ofLastOrderOf: original, to: moment) }
    if subscription.renews || subscription.run.expires > moment { subscription.end(reason) }
    subscription.run.expires = min(subscription.run.expires, moment)
    try records.keep(subscription)
  }

  /// Tries the failed payments of an account again, because the account may be able to pay now.
  func retryPayments(of account: String) throws(DatabaseError) {
    for subscription in try records.retrying(of: account) { try renew(subscription, at: try clock.moment(of: account)) }
  }

  /// Returns a subscription whose next payment is due, by the clock of its customer; nil if there is none.
  /// - Parameter now: the time of the store's clock, which no customer's clock is behind.
  private func nextDue(at now: Date) throws(DatabaseError) -> StoredSubscription? {
    if let due = try records.due(at: now) { return due }
    for account in clock.accountsAhead {
      if let due = try records.due(of: account, at: clock.now(of: account)) { return due }
    }
    return nil
  }

  /// Charges the next period of a subscription.
  ///
  /// A payment in the grace period pays the period that began at the end of the last one, so that the day of renewal
  /// stays. After the grace period, the new period begins at the payment, because the subscription did not count in
  /// the meantime. Both are the rules of the App Store.
  ///
  /// - Parameter date: the time of the payment.
  private func renew(_ due: StoredSubscription, at date: Date) throws(DatabaseError) {
    var subscription = due
    guard let last = try orders.lastOrder(ofSubscription: due.original), due.renewals < Self.maximumRenewals else {
      subscription.end(.renewalLimit)
      return try records.keep(subscription)
    }
    var product = due.next ?? last.product
    guard let renewed = due.renewal(of: product, after: try prices.change(of: product.productIdentifier)) else {
      subscription.end(.priceIncrease)
      return try records.keep(subscription)
    }
    product = renewed
    let isChange = product.productIdentifier != last.product.productIdentifier
    if let retry = due.retry, !retry.isInGrace(at: date) {
      subscription.run.restart(at: date)
    } else if isChange {
      subscription.run.restart(at: due.run.expires)
    }
    if isChange { subscription.run.introductoryLeft = 0 }
    let price = subscription.run.renew(product)
    if price.value > 0, try payments.problem(of: last.account, at: date) != nil {
      return try paymentDidFail(due, last, product, nextEnd: subscription.run.expires, at: date)
    }
    // The grace period ends with the payment. Otherwise the subscription would count on after a refund of the new period.
    if due.retry?.isInGrace(at: date) == true { try orders.setExpiry(ofLastOrderOf: due.original, to: date) }
    var order = last
    order.id = UUID().uuidString.lowercased()
    order.product = product
    order.price = price.minorUnits
    order.date = date
    order.expires = subscription.run.expires
    order.isRenewal = true
    _ = try orders.add(order)
    subscription.renewals += 1
    // A consent that the customer gave during the tries is for the next renewal.
    if due.retry == nil { subscription.consentedPrice = nil }
    (subscription.next, subscription.retry) = (nil, nil)
    try records.keep(subscription)
  }

  /// Begins or continues the tries to charge a period. After the last try, the subscription no longer renews.
  /// - Parameter product: the product of the period, with the price that the first try has charged.
  private func paymentDidFail(
    _ due: StoredSubscription, _ last: SandboxOrder, _ product: OnsideProduct, nextEnd: Date, at date: Date
  ) throws(DatabaseError) {
    var subscription = due
    if let retry = due.retry {
      subscription.retry = retry.afterFailure(at: date, retryOptions)
    } else {
      subscription.retry = BillingRetry(
        after: due.run.expires, before: nextEnd, wasPaid: last.price > 0, retryOptions)
      if product != last.product { subscription.next = product }
      if let end = subscription.retry?.graceEnd { try orders.setExpiry(ofLastOrderOf: due.original, to: end) }
    }
    if subscription.retry == nil { subscription.end(.paymentFailed) }
    try records.keep(subscription)
  }
}
