import CausewayDatabase
import Foundation

/// The subscriptions and their renewals.
package struct SubscriptionService {
  /// The maximum number of renewals of a subscription, so that a fast clock does not fill the disk.
  package static let maximumRenewals = 1000

  let database: Database
  let records: SubscriptionRecords
  let orders: OrderRecords
  let cards: CardService
  let clock: ClockService

  // MARK: Calls

  /// Renews the subscriptions that are due. Every method that reads orders calls this method first, so that no caller
  /// sees a subscription whose renewal is late.
  func catchUp() throws(SandboxProblem) {
    let now = clock.now()
    guard try database.run({ () throws(DatabaseError) in try records.due(at: now) }) != nil else { return }
    try database.runTransaction { () throws(DatabaseError) in
      while let due = try records.due(at: now) { try renew(due) }
      try clock.keep()
      return .success(())
    }
  }

  /// Cancels a subscription, which then runs until the end of its current period.
  ///
  /// - Parameter original: the id of the order that began the subscription.
  /// - Throws: `unknown_order` if no subscription began with this order.
  package func cancel(_ original: UUID) throws(SandboxProblem) {
    try catchUp()
    try database.runTransaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard var subscription = try records.subscription(original.uuidString.lowercased()) else {
        return .failure(.unknownOrder)
      }
      subscription.renews = false
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

  /// Begins a subscription.
  /// - Parameter original: the id of its first order, which is already in the database.
  func begin(_ original: String, _ run: SubscriptionRun) throws(DatabaseError) {
    try records.keep(StoredSubscription(original: original, renews: true, renewals: 0, run: run))
  }

  /// Lets a cancelled subscription renew again.
  func resume(_ original: String) throws(DatabaseError) {
    guard var subscription = try records.subscription(original), !subscription.renews else { return }
    subscription.renews = true
    try records.keep(subscription)
  }

  /// Ends a subscription at once.
  func end(_ original: String, at moment: Date) throws(DatabaseError) {
    guard var subscription = try records.subscription(original) else { return }
    subscription.renews = false
    if subscription.run.expires > moment {
      subscription.run.expires = moment
      try orders.setExpiry(ofLastOrderOf: original, to: moment)
    }
    try records.keep(subscription)
  }

  /// Charges the next period of a subscription. If the payment fails, or the subscription has renewed
  /// ``maximumRenewals`` times, the subscription no longer renews.
  private func renew(_ due: StoredSubscription) throws(DatabaseError) {
    var subscription = due
    guard let last = try orders.lastOrder(ofSubscription: due.original), due.renewals < Self.maximumRenewals else {
      subscription.renews = false
      return try records.keep(subscription)
    }
    let price = subscription.run.renew(last.product)
    if price.value > 0, try cards.paymentProblem(of: last.account) != nil {
      subscription = due
      subscription.renews = false
      return try records.keep(subscription)
    }
    var order = last
    order.id = UUID().uuidString.lowercased()
    order.price = price.minorUnits
    order.date = due.run.expires
    order.expires = subscription.run.expires
    order.isRenewal = true
    _ = try orders.add(order)
    subscription.renewals += 1
    try records.keep(subscription)
  }
}
