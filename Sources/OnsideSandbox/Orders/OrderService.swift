import CausewayDatabase
import Foundation
import OnsideCore
import OnsideTesting

/// The result of a payment.
package struct Payment: Sendable {
  /// The order.
  package var order: SandboxOrder
  /// Whether this call created the order.
  package var isNew: Bool
}

/// The orders and their payment. A payment uses the catalog, the check whether the account can pay, its subscriptions,
/// the clock and the idempotency keys in one transaction.
package struct OrderService {
  let database: Database
  let records: OrderRecords
  let keys: OrderKeyRecords
  let catalog: Catalog
  let payments: PaymentService
  let subscriptions: SubscriptionService
  let clock: ClockService

  /// Pays an order once for each idempotency key.
  ///
  /// An account that already has a non-consumable or a subscription gets the existing order and is not charged, even
  /// under a new key. If that subscription was cancelled and still runs, it renews again. In a group of subscriptions,
  /// an account has only the one that it bought last; the new purchase ends the earlier one. A subscription whose last
  /// payment failed is bought like a new one; the purchase ends the grace period and the further tries.
  ///
  /// - Throws: `not_logged_in` if a different account is logged in; `key_reused`; `key_void`. After `declined`,
  ///   `unknown_payment_method`, `not_for_sale`, `payments_refused` and `price_changed` the key is void, and the same
  ///   order gets the same answer. After `unavailable` the order may or may not exist.
  package func pay(_ request: OrderRequest, by session: SandboxSession) throws(SandboxProblem) -> Payment {
    guard request.account == session.account else {
      throw SandboxProblem(.notLoggedIn, "account: another account is logged in now")
    }
    try subscriptions.catchUp()
    return try database.runTransaction { () throws(DatabaseError) in
      let fingerprint = request.fingerprint(app: session.app)
      if let known = try keys.key(request.key) {
        return try answer(known.answer(to: fingerprint, of: session.account))
      }
      let result = try charge(request, session)
      let outcome: OrderKey.Outcome =
        switch result {
        case .success(let payment): .paid(payment.order.number, by: session.account)
        case .failure(let refusal): .refused(refusal)
        }
      try keys.keep(OrderKey(fingerprint: fingerprint, outcome: outcome), for: request.key, of: session.account)
      return result
    }
  }

  /// Returns the order that was paid under a key; nil if nothing was paid, in which case the key is void from now on.
  ///
  /// - Throws: `not_logged_in` if the key belongs to an order of another account or of another app. The key does not
  ///   change then.
  package func settle(_ key: UUID, by session: SandboxSession) throws(SandboxProblem) -> SandboxOrder? {
    try subscriptions.catchUp()
    return try database.runTransaction { () throws(DatabaseError) -> Result<SandboxOrder?, SandboxProblem> in
      guard let known = try keys.key(key) else {
        try keys.keep(OrderKey(outcome: .void), for: key, of: session.account)
        return .success(nil)
      }
      guard let paid = known.settlement else { return .success(nil) }
      let order = try records.order(paid.order)
      guard paid.account == session.account, order?.app == session.app else {
        return .failure(
          SandboxProblem(.notLoggedIn, "idempotency_key: belongs to an order of another account or another app"))
      }
      return .success(order)
    }
  }

  /// Returns the orders of the account's non-consumables and running subscriptions, the oldest first.
  ///
  /// - Throws: `unavailable` if the catalog's `_storeKitErrors` simulate a failure.
  package func purchases(of session: SandboxSession) throws(SandboxProblem) -> [SandboxOrder] {
    if catalog.configuration.settings.errors.contains(.appStoreSync) {
      throw SandboxProblem(
        .unavailable, "_storeKitErrors of the catalog enables an error of restores; disable it in the catalog")
    }
    try subscriptions.catchUp()
    let now = clock.now()
    return try database.run { () throws(DatabaseError) in
      try records.entitlements(of: session.account, app: session.app, at: now)
    }
  }

  // MARK: Steps of a payment

  /// Returns the answer to a request under a known key.
  /// - Parameter outcome: nil if the key belongs to a different request.
  private func answer(_ outcome: OrderKey.Outcome?) throws(DatabaseError) -> Result<Payment, SandboxProblem> {
    switch outcome {
    case .paid(let number, _)?:
      guard let order = try records.order(number) else { return .failure(.voidKey) }
      return .success(Payment(order: order, isNew: false))
    case .refused(let refusal)?: return .failure(refusal)
    case .void?: return .failure(.voidKey)
    case nil:
      return .failure(
        SandboxProblem(.keyReused, "Idempotency-Key: already used for a different request; send a new key"))
    }
  }

  /// Returns the existing order, a new order, or the reason why there is none.
  private func charge(
    _ request: OrderRequest, _ session: SandboxSession
  ) throws(DatabaseError) -> Result<Payment, SandboxProblem> {
    if let refusal = catalog.configuration.settings.purchaseRefusal {
      return .failure(SandboxProblem(.paymentsRefused, refusal))
    }
    guard let entry = catalog.entry(request.productIdentifier),
      var product = catalog.product(request.productIdentifier, in: session.country)
    else {
      return .failure(SandboxProblem(.notForSale, "product_identifier: this storefront does not sell the product"))
    }
    if let owned = try owned(entry, session) { return .success(Payment(order: owned, isNew: false)) }
    var offer = entry.subscription?.introductoryOffer
    if let entitlement = entry.entitlement,
      try records.subscribedGroups(of: session.account, app: session.app).contains(entitlement)
    {
      (offer, product.introductoryPrice) = (nil, nil)
    }
    guard request.agrees(with: product, in: session.country) else {
      return .failure(
        SandboxProblem(
          .priceChanged,
          "The price or the storefront has changed; ask the user to approve the new price, with a new key",
          product: product))
    }
    let now = try clock.moment()
    let begun = SubscriptionRun.begin(product, offer: offer, at: now)
    let price = begun?.price ?? product.price
    if price.value > 0,
      let problem = try payments.problem(of: session.account, card: request.paymentMethod, at: now)
    {
      return .failure(problem)
    }
    let id = UUID().uuidString.lowercased()
    var order = SandboxOrder(
      number: 0, id: id, original: id, account: session.account, app: session.app, country: session.country,
      kind: entry.kind, product: product, price: price.minorUnits, date: now, originalDate: now,
      expires: begun?.run.expires, isRenewal: false, token: request.appAccountToken, entitlement: entry.entitlement)
    if let begun {
      try endSubscription(of: session, in: entry, at: now)
      order.number = try records.add(order)
      try subscriptions.begin(order, begun.run)
    } else {
      order.number = try records.add(order)
    }
    return .success(Payment(order: order, isNew: true))
  }

  /// Returns the order with which the session's account already has a product; nil if the account does not have it, or
  /// has not paid for the current period. A cancelled subscription to the product renews again.
  private func owned(
    _ entry: StoreKitConfiguration.Product, _ session: SandboxSession
  ) throws(DatabaseError) -> SandboxOrder? {
    guard let entitlement = entry.entitlement else { return nil }
    let now = clock.now()
    let order = try records.entitlements(of: session.account, app: session.app, at: now)
      .last { $0.entitlement == entitlement }
    guard let order, order.product.productIdentifier == entry.productID else { return nil }
    if try subscriptions.records.subscription(order.original)?.retry != nil { return nil }
    try subscriptions.resume(order.original)
    return order
  }

  /// Ends the subscription that the account has in the group of a new subscription.
  private func endSubscription(
    of session: SandboxSession, in entry: StoreKitConfiguration.Product, at now: Date
  ) throws(DatabaseError) {
    guard let entitlement = entry.entitlement,
      let current = try subscriptions.current(
        of: session.account, app: session.app, entitlement: entitlement, at: now)
    else { return }
    try subscriptions.end(current.original, .replaced, at: now)
  }
}
