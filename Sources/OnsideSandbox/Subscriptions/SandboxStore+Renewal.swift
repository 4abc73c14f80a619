import CausewayDatabase
import Foundation

extension SandboxStore {
  /// The maximum number of renewals of a subscription, so that a fast clock does not fill the disk.
  package static let maximumRenewals = 1000

  /// Renews the subscriptions that are due. Every method that reads orders calls this first, so that no caller sees a
  /// subscription whose renewal is late.
  func catchUp() throws(SandboxProblem) {
    let now = clock.now(real: options.realTime())
    guard try keeping({ () throws(DatabaseError) in try records.dueSubscription(at: now) }) != nil else { return }
    try transaction { () throws(DatabaseError) in
      while let due = try records.dueSubscription(at: now) { try renew(due) }
      try records.keep(clock)
      return .success(())
    }
  }

  /// Charges the next period from the end of the last one. If that fails, the subscription does not renew any more.
  private func renew(_ due: StoredSubscription) throws(DatabaseError) {
    var subscription = due
    guard let last = try records.lastOrder(ofSubscription: due.original), due.renewals < Self.maximumRenewals else {
      subscription.renews = false
      return try records.keep(subscription)
    }
    let price = subscription.run.renew(last.product)
    if price.value > 0, try paymentProblem(of: last.account) != nil {
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
    _ = try records.add(order)
    subscription.renewals += 1
    try records.keep(subscription)
  }

  /// Cancels a subscription. It runs until the end of its period.
  ///
  /// - Parameter original: the id of the order that began the subscription.
  /// - Throws: `unknown_order` if no subscription began with this order.
  package func cancelSubscription(_ original: UUID) throws(SandboxProblem) {
    try catchUp()
    try transaction { () throws(DatabaseError) -> Result<Void, SandboxProblem> in
      guard var subscription = try records.subscription(original.uuidString.lowercased()) else {
        return .failure(.unknownOrder)
      }
      subscription.renews = false
      return .success(try records.keep(subscription))
    }
  }

  /// Ends a subscription at once. Must be called within a transaction.
  func end(_ original: String, at moment: Date) throws(DatabaseError) {
    guard var subscription = try records.subscription(original) else { return }
    subscription.renews = false
    if subscription.run.expires > moment {
      subscription.run.expires = moment
      try records.setExpiry(ofLastOrderOf: original, to: moment)
    }
    try records.keep(subscription)
  }
}
